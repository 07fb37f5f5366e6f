import type { Order } from '#contract/shapes/orders.ts';
import {
  formatCount,
  formatDay,
  formatInstant,
  formatInstantAt,
  formatPercent,
} from '#src/lib/format/format.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { DocumentFacts } from '../document/document-panel.tsx';
import { shipmentMessages } from '../shipment/messages.ts';
import { useDeliveryNote } from '../shipment/use-delivery-note.ts';
import { orderMessages } from './messages.ts';

interface OrderFactsProps {
  order: Order;
  /** Whether the user may see costs. */
  showsCosts: boolean;
  /** Time zone of the branch, for the cut-off. */
  timeZone: string | undefined;
}

/** Header fields of an order in two columns; unknown ones are omitted. */
export function OrderFacts({ order, showsCosts, timeZone }: OrderFactsProps) {
  const { facts: t, orderTypes } = useMessages(orderMessages);
  const shipment = useMessages(shipmentMessages);
  const money = useMoney();
  const note = useDeliveryNote(order.notes);
  const facts: [string, string | null][] = [
    [t.branch, order.branchName],
    [t.kitchen, order.kitchenName],
    [t.deliveryDate, order.deliveryDate && formatDay(order.deliveryDate)],
    [t.orderType, wordFor(order.orderType, orderTypes)],
    [t.cutoff, order.cutoffAt && formatInstantAt(order.cutoffAt, timeZone)],
    [t.createdBy, order.userName],
    [t.submitted, order.dateTime && formatInstant(order.dateTime)],
    [t.deliveryNote, order.deliveryNoteNo],
    [t.driver, order.driver],
    [t.vehicle, order.vehicle],
    [shipment.departs, order.departsAt ? formatInstant(order.departsAt) : null],
    [shipment.crates, order.crates === undefined ? null : formatCount(order.crates)],
    [t.value, showsCosts ? money(order.value) : null],
    [
      t.fillRate,
      order.fillRate &&
        t.fillRateOf(formatPercent(order.fillRate.lines), formatPercent(order.fillRate.units)),
    ],
    [t.notes, note],
  ];
  return <DocumentFacts facts={facts} fullWidthLabel={t.notes} />;
}

/** Returns the label of a known type, or another server's own text. */
function wordFor(type: string, words: Readonly<Record<string, string>>): string {
  return words[type] ?? type;
}
