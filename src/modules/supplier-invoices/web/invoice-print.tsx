import type { SupplierInvoice } from '../shapes.ts';
import { PrintoutFacts } from '#platform/documents/web/printout-facts.tsx';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { invoiceMessages } from './messages.ts';
import { useInvoiceFields } from './use-invoice-fields.ts';

/** Printout of an invoice or credit note with the match of each line. */
export function InvoicePrint({ invoice, money }: { invoice: SupplierInvoice; money: MoneyFormat }) {
  const { paper: t, states } = useMessages(invoiceMessages);
  const { fact } = useInvoiceFields();
  const statesByLine = new Map(invoice.match.map(({ lineId, state }) => [lineId, state]));
  return (
    <div className="text-sm">
      <h1 className="pb-4 font-semibold text-xl">
        {invoice.kind === 'credit' ? t.titles.credit : t.titles.invoice}
      </h1>
      <PrintoutFacts
        facts={(
          [
            'number',
            'supplierNumber',
            'supplierName',
            'placeName',
            'date',
            'freight',
            'tax',
            'total',
          ] as const
        ).map((name) => fact(invoice, name))}
      />
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-black border-b">
            {[t.code, t.item, t.of, t.match].map((heading) => (
              <th key={heading} className="py-1 text-start">
                {heading}
              </th>
            ))}
            {[t.qty, t.price, t.value].map((heading) => (
              <th key={heading} className="py-1 text-end">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invoice.items.map((line) => (
            <tr key={line.lineId} className="break-inside-avoid border-black/30 border-b">
              <td className="py-1 pe-3">{line.itemCode}</td>
              <td className="py-1">{line.itemName}</td>
              <td className="py-1">{line.referenceNo}</td>
              <td className="py-1">{states[statesByLine.get(line.lineId) ?? 'matched']}</td>
              <td className="py-1 text-end tabular-nums">
                <bdi>{formatAmount(line.qty, line.unitSymbol)}</bdi>
              </td>
              <td className="py-1 text-end tabular-nums">{money.price(line.price)}</td>
              <td className="py-1 text-end tabular-nums">{money(line.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {invoice.notes ? <p className="pt-6">{invoice.notes}</p> : null}
    </div>
  );
}
