import type { Order } from '../shapes.ts';
import {
  formatCount,
  formatDay,
  formatInstant,
  formatInstantAt,
  formatPercent,
} from '#platform/web/format/format.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { DocumentFacts } from '#platform/documents/web/document-panel.tsx';
import { shipmentMessages } from './shipping/messages.ts';
import { useDeliveryNote } from './shipping/use-delivery-note.ts';
import { orderMessages } from './order-messages.ts';

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
