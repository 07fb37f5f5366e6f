import type { PurchaseOrder } from '../shapes.ts';
import type { Letterhead } from '#modules/settings/shapes.ts';
import { LetterheadHeader } from '#modules/business/web/letterhead.tsx';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentQr } from '#platform/documents/web/printed-qr.tsx';
import { formatInstant } from '#platform/web/format/format.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { formatDiscount } from './discount.tsx';
import { purchaseMessages } from './messages.ts';
import { usePurchaseFields } from './use-purchase-fields.ts';

/** Printed purchase order for the supplier: buyer, lines, prices and delivery location. */
export function PurchasePrint({
  order,
  money,
  business,
}: {
  order: PurchaseOrder;
  money: MoneyFormat;
  business: Letterhead | null;
}) {
  const t = useMessages(purchaseMessages).print;
  const { fact } = usePurchaseFields();
  const facts: Fact[] = [
    fact(order, 'number'),
    [t.date, formatInstant(order.sentAt ?? order.createdAt)],
    [t.contact, order.sentByName ?? order.userName],
    fact(order, 'supplierName'),
    [t.place, order.placeName],
    fact(order, 'expectedOn'),
  ];
  const sums = (['goodsValue', 'freight', 'tax'] as const).filter((name) => order[name] !== 0);
  const [total, totalValue] = fact(order, 'total');
  return (
    <div className="text-sm">
      <LetterheadHeader
        title={t.title}
        business={business}
        badge={<DocumentQr type="purchase_order" id={order._id} />}
      />
      {order.status === 'Draft' || order.status === 'Pending Approval' ? (
        <p className="pb-4 font-semibold">{t.draft}</p>
      ) : null}
      <dl className="grid grid-cols-2 gap-x-8 gap-y-1 pb-6">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="flex gap-2">
              <dt className="w-24 shrink-0">{label}</dt>
              <dd className="font-medium">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-black border-b">
            <th className="py-1 text-start">{t.code}</th>
            <th className="py-1 text-start">{t.item}</th>
            <th className="py-1 text-end">{t.qty}</th>
            <th className="py-1 text-end">{t.price}</th>
            <th className="py-1 text-end">{t.value}</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((line) => (
            <tr key={line.lineId} className="break-inside-avoid border-black/30 border-b">
              <td className="py-1 pe-3">{line.itemCode}</td>
              <td className="py-1">
                {line.itemName}
                {line.listPrice === null ? null : (
                  <span className="block text-xs">
                    {t.discounted(money.price(line.listPrice), formatDiscount(line, money) ?? '')}
                  </span>
                )}
              </td>
              <td className="py-1 text-end font-medium tabular-nums">
                <bdi>{formatAmount(line.qty, line.unitSymbol)}</bdi>
              </td>
              <td className="py-1 text-end tabular-nums">{money.price(line.price)}</td>
              <td className="py-1 text-end tabular-nums">{money(line.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="ms-auto w-64 pt-3">
        {sums
          .map((name) => fact(order, name))
          .map(([label, value]) => (
            <div key={label} className="flex justify-between">
              <dt>{label}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        <div className="flex justify-between border-black border-t font-semibold">
          <dt>{total}</dt>
          <dd className="tabular-nums">{totalValue}</dd>
        </div>
      </dl>
      {order.notes ? <p className="pt-6">{order.notes}</p> : null}
    </div>
  );
}
