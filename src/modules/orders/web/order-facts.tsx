import type { Order } from '../shapes.ts';
import { formatInstantAt, formatPercent } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentFacts } from '#platform/documents/web/document-panel.tsx';
import { orderMessages } from './order-messages.ts';
import { useDeliveryNote } from './shipping/use-delivery-note.ts';
import { statusMessages } from './status-messages.ts';
import { useOrderFields } from './use-order-fields.ts';

interface OrderFactsProps {
  order: Order;
  /** Whether the user may see costs. */
  showsCosts: boolean;
  /** Time zone of the branch, for the cut-off. */
  timeZone: string | undefined;
}

/** Header fields of an order in two columns; fields without a value are omitted. */
export function OrderFacts({ order, showsCosts, timeZone }: OrderFactsProps) {
  const { orderTypes, fillRateDetails } = useMessages(orderMessages);
  const { fields } = useMessages(statusMessages);
  const { fact } = useOrderFields(orderTypes);
  const { cutoffAt, fillRate } = order;
  const facts: Fact[] = [
    fact(order, 'branchName'),
    fact(order, 'kitchenName'),
    fact(order, 'deliveryDate'),
    fact(order, 'orderType'),
    fact(order, 'occasion'),
    [fields.eventAt, order.eventAt ? formatInstantAt(order.eventAt, timeZone) : null],
    fact(order, 'guests'),
    [fields.cutoffAt, cutoffAt && formatInstantAt(cutoffAt, timeZone)],
    fact(order, 'userName'),
    fact(order, 'dateTime'),
    fact(order, 'deliveryNoteNo'),
    fact(order, 'driver'),
    fact(order, 'vehicle'),
    fact(order, 'departsAt'),
    fact(order, 'crates'),
    ...(showsCosts ? [fact(order, 'value')] : []),
    [
      fields.fillRate,
      fillRate && fillRateDetails(formatPercent(fillRate.lines), formatPercent(fillRate.units)),
    ],
    [fields.notes, useDeliveryNote(order.notes)],
  ];
  return <DocumentFacts facts={facts} fullWidthLabel={fields.notes} />;
}
