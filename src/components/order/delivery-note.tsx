import type { Order } from '#contract/orders.ts';
import { formatDate, formatInstant, formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { noteMessages } from './note-messages.ts';

const paper = '@page { size: auto; margin: 16mm } @media print { html { color-scheme: light } }';

/** The paper that travels with the goods: quantities, no prices, two lines to sign. On screen it is not there. */
export function DeliveryNote({ order }: { order: Order }) {
  const t = useMessages(noteMessages);
  if (order.deliveryNoteNo === null) return null;
  const facts: [string, string | null][] = [
    [t.number, order.deliveryNoteNo],
    [t.order, order.orderNo],
    [t.from, order.kitchenName],
    [t.to, order.branchName],
    [t.date, formatInstant(order.shippedAt)],
    [t.delivery, formatDate(order.deliveryDate)],
    [t.driver, order.driver],
    [t.vehicle, order.vehicle],
  ];
  return (
    <div className="hidden bg-white text-black text-sm print:block">
      <style>{paper}</style>
      <h1 className="pb-4 font-semibold text-xl">{t.title}</h1>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-1 pb-6">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="flex gap-2">
              <dt className="w-24 shrink-0">{label}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-black border-b text-start">
            <th className="py-1 text-start">{t.code}</th>
            <th className="py-1 text-start">{t.item}</th>
            <th className="py-1 text-end">{t.ordered}</th>
            <th className="py-1 text-end">{t.shipped}</th>
            <th className="w-24 py-1 text-end">{t.received}</th>
            <th className="py-1 ps-4 text-start">{t.remark}</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((line) => (
            <tr key={line.lineId} className="break-inside-avoid border-black/30 border-b">
              <td className="py-1 pe-3">{line.itemCode}</td>
              <td className="py-1">{line.itemName}</td>
              <td className="py-1 text-end tabular-nums">
                <bdi>
                  {formatQuantity(line.orderQty)} {line.unitSymbol}
                </bdi>
              </td>
              <td className="py-1 text-end font-medium tabular-nums">
                <bdi>
                  {formatQuantity(line.shippedQty)} {line.unitSymbol}
                </bdi>
              </td>
              <td className="py-1 text-end">________</td>
              <td className="py-1 ps-4">{line.reason ?? ''}</td>
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
