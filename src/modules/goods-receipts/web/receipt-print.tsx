import type { GoodsReceipt } from '../shapes.ts';
import { formatDay } from '#platform/web/format/format.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { receiptMessages } from './messages.ts';
import { useReceiptFields } from './use-receipt-fields.ts';

/** Printout of a goods receipt, to be signed by the driver. */
export function ReceiptPrint({ receipt, money }: { receipt: GoodsReceipt; money: MoneyFormat }) {
  const { print: t } = useMessages(receiptMessages);
  const { fact } = useReceiptFields();
  const facts = (
    ['number', 'receivedAt', 'supplierName', 'placeName', 'purchaseOrderNo', 'supplierRef'] as const
  ).map((name) => fact(receipt, name));
  return (
    <div className="text-sm">
      <h1 className="pb-4 font-semibold text-xl">{t.title}</h1>
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
            {[t.code, t.item, t.lot, t.expiry].map((heading) => (
              <th key={heading} className="py-1 text-start">
                {heading}
              </th>
            ))}
            {[t.qty, t.rejected, t.price, t.value].map((heading) => (
              <th key={heading} className="py-1 text-end">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {receipt.items.map((line) => (
            <tr key={line.lineId} className="break-inside-avoid border-black/30 border-b">
              <td className="py-1 pe-3">{line.itemCode}</td>
              <td className={line.isReversed ? 'py-1 line-through' : 'py-1'}>{line.itemName}</td>
              <td className="py-1">{line.lot}</td>
              <td className="py-1">{line.expiry && formatDay(line.expiry)}</td>
              <td className="py-1 text-end font-medium tabular-nums">
                <bdi>{formatAmount(line.qty + line.freeQty, line.unitSymbol)}</bdi>
              </td>
              <td className="py-1 text-end tabular-nums">
                {line.rejectedQty === 0 ? null : <bdi>{formatAmount(line.rejectedQty, line.unitSymbol)}</bdi>}
              </td>
              <td className="py-1 text-end tabular-nums">{money.price(line.price)}</td>
              <td className="py-1 text-end tabular-nums">{money(line.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid grid-cols-2 gap-8 pt-12">
        {[`${t.received}: ${receipt.userName}`, t.driver].map((signatory) => (
          <p key={signatory} className="border-black border-t pt-1">
            {signatory}
          </p>
        ))}
      </div>
      {receipt.notes ? <p className="pt-6">{receipt.notes}</p> : null}
    </div>
  );
}
