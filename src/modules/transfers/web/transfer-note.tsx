import type { Transfer } from '../shapes.ts';
import type { Letterhead } from '#modules/settings/shapes.ts';
import { LetterheadHeader } from '#modules/business/web/letterhead.tsx';
import { LineLots } from '#modules/lots/web/line-lots.tsx';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { PrintoutReceived } from '#platform/documents/web/printout-received.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { transferMessages } from './messages.ts';
import { useTransferFields } from './use-transfer-fields.ts';

/** Printed transfer note: lines, the price charged to the receiver, and two signature lines. */
export function TransferNote({ transfer, business }: { transfer: Transfer; business: Letterhead | null }) {
  const t = useMessages(transferMessages).note;
  const money = useMoney();
  const reasonText = useReasonText();
  const titles: Readonly<Record<string, string>> = t.title;
  const { value, items } = transfer;
  const isPriced = value !== null;
  const hasReasons = items.some((line) => reasonText(line) !== '');
  const { fact } = useTransferFields();
  const facts: Fact[] = [
    fact(transfer, 'noteNo'),
    [t.document, transfer.number],
    fact(transfer, 'sentAt'),
    fact(transfer, 'fromName'),
    fact(transfer, 'toName'),
  ];
  return (
    <div className="text-sm">
      <LetterheadHeader title={titles[transfer.kind] ?? t.title.transfer} business={business} />
      <dl className="grid grid-cols-2 gap-x-8 gap-y-1 pb-6">
        {facts.map(([label, fact]) =>
          fact ? (
            <div key={label} className="flex gap-2">
              <dt className="w-24 shrink-0">{label}</dt>
              <dd className="font-medium">
                <bdi>{fact}</bdi>
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
            {hasReasons ? <th className="py-1 text-start">{t.reason}</th> : null}
            <th className="py-1 text-end">{t.qty}</th>
            {isPriced ? <th className="py-1 text-end">{t.price}</th> : null}
            {isPriced ? <th className="py-1 text-end">{t.value}</th> : null}
            <th className="w-24 py-1 text-end">{t.received}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <tr key={line.lineId} className="break-inside-avoid border-black/30 border-b">
              <td className="py-1 pe-3">{line.itemCode}</td>
              <td className="py-1">
                {line.itemName}
                <LineLots line={line} />
              </td>
              {hasReasons ? <td className="py-1 pe-3">{reasonText(line)}</td> : null}
              <td className="py-1 text-end font-medium tabular-nums">
                <bdi>
                  {formatAmount(line.shippedQty ?? line.qty, line.unitSymbol, line.pieces ?? undefined)}
                </bdi>
              </td>
              {isPriced ? (
                <td className="py-1 text-end tabular-nums">
                  {line.unitPrice === null ? '' : money.price(line.unitPrice)}
                </td>
              ) : null}
              {isPriced ? (
                <td className="py-1 text-end tabular-nums">{line.value === null ? '' : money(line.value)}</td>
              ) : null}
              <td className="py-1 text-end tabular-nums">
                <PrintoutReceived qty={line.receivedQty} unit={line.unitSymbol} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isPriced ? (
        <p className="pt-3 text-end font-semibold">
          {t.total} <bdi>{money(value)}</bdi>
        </p>
      ) : null}
      <div className="grid break-inside-avoid grid-cols-2 gap-12 pt-20">
        <p className="border-black border-t pt-1">{t.handedOver}</p>
        <p className="border-black border-t pt-1">{t.receivedBy}</p>
      </div>
    </div>
  );
}
