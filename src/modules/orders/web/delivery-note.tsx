import type { ReactNode } from 'react';
import type { NoteParties } from '../shapes.ts';
import type { Order, OrderLine } from '../shapes.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { LetterheadHeader } from '#modules/business/web/letterhead.tsx';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentQr } from '#platform/documents/web/printed-qr.tsx';
import { PrintoutFacts } from '#platform/documents/web/printout-facts.tsx';
import { PrintoutReceived } from '#platform/documents/web/printout-received.tsx';
import { LineLots } from '#modules/lots/web/line-lots.tsx';
import { orderMessages } from './order-messages.ts';
import { statusMessages } from './status-messages.ts';
import { useOrderFields } from './use-order-fields.ts';

interface DeliveryNoteProps {
  order: Order;
  /** Null while loading, and if the server doesn't send them. */
  parties: NoteParties | null;
  /** Barcode to scan at the branch, next to the QR code that opens the order. */
  badge?: ReactNode;
}

/** The printed delivery note: quantities without prices, and two signature lines. Not shown on screen. */
export function DeliveryNote({ order, parties, badge }: DeliveryNoteProps) {
  const { note: t, columns, substitute } = useMessages(orderMessages);
  const { fields } = useMessages(statusMessages);
  const { fact } = useOrderFields();
  const formatReason = useReasonText();
  if (order.deliveryNoteNo === null) return null;
  const listRemarks = (line: OrderLine): string[] => {
    const replaced = order.items.find(({ lineId }) => lineId === line.substituteFor);
    const substitutes = order.items.filter(({ substituteFor }) => substituteFor === line.lineId);
    return [
      formatReason(line),
      replaced ? substitute(replaced.itemName) : '',
      substitutes.length > 0 ? t.replacedBy(formatList(substitutes.map(({ itemName }) => itemName))) : '',
      ...(['damagedQty', 'shortQty', 'overQty'] as const).map((name) =>
        (line[name] ?? 0) > 0 ? `${columns[name]}: ${formatAmount(line[name], line.unitSymbol)}` : '',
      ),
    ].filter((remark) => remark !== '');
  };
  const facts: Fact[] = [
    [t.number, order.deliveryNoteNo],
    fact(order, 'orderNo'),
    fact(order, 'shippedAt'),
    [fields.deliveryDate, formatDate(order.deliveryDate)],
    fact(order, 'driver'),
    fact(order, 'vehicle'),
    fact(order, 'departsAt'),
    fact(order, 'crates'),
  ];
  return (
    <div className="text-sm">
      <LetterheadHeader
        title={t.title}
        business={parties}
        badge={
          <>
            {badge}
            <DocumentQr type="order" id={order._id} />
          </>
        }
      />
      <div className="grid grid-cols-2 gap-x-8 pb-4">
        <Party label={t.from} name={order.kitchenName} party={parties?.from} />
        <Party label={t.to} name={order.branchName} party={parties?.to} />
      </div>
      <PrintoutFacts facts={facts} />
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-black border-b text-start">
            <th className="py-1 text-start">{t.code}</th>
            <th className="py-1 text-start">{columns.item}</th>
            <th className="py-1 text-right">{columns.orderQty}</th>
            <th className="py-1 text-right">{columns.shippedQty}</th>
            <th className="w-24 py-1 text-right">{t.received}</th>
            <th className="py-1 ps-4 text-start">{t.remark}</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((line) => (
            <tr key={line.lineId} className="break-inside-avoid border-black/30 border-b">
              <td className="py-1 pe-3">{line.itemCode}</td>
              <td className="py-1">
                {line.itemName}
                <LineLots line={line} />
              </td>
              <td className="py-1 text-right tabular-nums">
                <bdi>{formatAmount(line.orderQty, line.unitSymbol)}</bdi>
              </td>
              <td className="py-1 text-right font-medium tabular-nums">
                <bdi>{formatAmount(line.shippedQty, line.unitSymbol, line.pieces ?? undefined)}</bdi>
              </td>
              <td className="py-1 text-right tabular-nums">
                <PrintoutReceived qty={line.receivedQty} unit={line.unitSymbol} />
              </td>
              <td className="py-1 ps-4">{formatList(listRemarks(line))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid break-inside-avoid grid-cols-2 gap-12 pt-20">
        <p className="border-black border-t pt-1">{t.handedOver}</p>
        <p className="border-black border-t pt-1">{t.receivedBy}</p>
      </div>
    </div>
  );
}

interface PartyProps {
  label: string;
  /** Name stored with the order. */
  name: string;
  party: NoteParties['from'] | undefined;
}

function Party({ label, name, party }: PartyProps) {
  return (
    <address className="not-italic">
      <p>{label}</p>
      <p className="font-medium">{name}</p>
      {party?.address ? <p className="whitespace-pre-line">{party.address}</p> : null}
      {party?.phone ? <bdi>{party.phone}</bdi> : null}
    </address>
  );
}
