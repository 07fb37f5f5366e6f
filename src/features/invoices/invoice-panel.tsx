import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { InvoiceMatch, SupplierInvoice } from '#contract/supplier-invoices.ts';
import { invoiceStatuses } from '#domain/purchasing/invoices.ts';
import { invoiceQuery, moveInvoice } from '#src/collections/documents/supplier-invoices.ts';
import { Button } from '#src/components/ui/button.tsx';
import { DocumentHistory } from '#src/entities/document/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#src/entities/document/document-panel.tsx';
import { MoveButtons, MoveRefusal } from '#src/entities/document/moves.tsx';
import { useMoves } from '#src/entities/document/use-moves.ts';
import { currencyCode } from '#src/entities/reference/row-currency.ts';
import { useNames } from '#src/entities/reference/use-names.ts';
import { formatDay, formatInstant } from '#src/lib/format/format.ts';
import { type MoneyFormat, moneyIn } from '#src/lib/format/money.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useOutboxMutation } from '#src/lib/outbox/use-outbox.ts';
import { useBaseCurrency } from '#src/lib/session/use-money.ts';
import { toast } from '#src/lib/toast.ts';
import { invoiceKind } from './invoice-kind.ts';
import { InvoiceStatusPill } from './invoice-status.tsx';
import { invoiceMessages } from './messages.ts';

interface InvoicePanelProps {
  id: string;
  onClose(): void;
}

/** One invoice beside the list: how each line stands, what posting it would change, and the moves. */
export function InvoicePanel({ id, onClose }: InvoicePanelProps) {
  const t = useMessages(invoiceMessages).panel;
  const query = useQuery(invoiceQuery(id));
  return (
    <DocumentPanel query={query} texts={t} onClose={onClose}>
      {(data) => <Sheet invoice={data} onRenew={() => void query.refetch()} />}
    </DocumentPanel>
  );
}

function Sheet({ invoice, onRenew }: { invoice: SupplierInvoice; onRenew(): void }) {
  const all = useMessages(invoiceMessages);
  const t = all.panel;
  const names = useNames(['currencies']);
  const base = useBaseCurrency();
  const money = moneyIn(currencyCode(names, invoice.currency, base));
  const moving = useOutboxMutation(moveInvoice);
  const moves = useMoves(invoiceKind, invoice, {
    send({ to }, reason) {
      const status = invoiceStatuses.find((each) => each === to) ?? 'Posted';
      return moving.send({ record: invoice, input: { status, transitionReason: reason } });
    },
    isPending: moving.isPending,
    error: moving.error,
    renew: onRenew,
  });
  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={invoice.number}
      marks={
        <>
          <InvoiceStatusPill status={invoice.status} />
          <bdi>{t.route(invoice.supplierName, invoice.placeName)}</bdi>
        </>
      }
      sendKey={invoiceKind.keyOf(invoice)}
      footer={
        <>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            {t.print}
          </Button>
          <MoveButtons
            of={moves}
            onMove={(move, reason) =>
              void moves.make(move, reason).then((isMade) => isMade && toast(t.moved(invoice.number)))
            }
          />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <MoveRefusal error={moves.error} />
        <Facts invoice={invoice} money={money} inBase={moneyIn(base)} />
        <Lines invoice={invoice} money={money} inBase={moneyIn(base)} />
        <DocumentHistory entries={invoice.statusHistory} statuses={all.statuses} />
      </div>
    </DocumentSheet>
  );
}

interface PartProps {
  invoice: SupplierInvoice;
  money: MoneyFormat;
  inBase: MoneyFormat;
}

function Facts({ invoice, money, inBase }: PartProps) {
  const all = useMessages(invoiceMessages);
  const { facts: names, by } = all.panel;
  const kindWords: Readonly<Record<string, string>> = all.kinds;
  const some = (value: number | null, format: MoneyFormat) =>
    value === null || value === 0 ? null : format(value);
  const facts: [string, string | null][] = [
    [names.kind, kindWords[invoice.kind] ?? invoice.kind],
    [names.supplierNumber, invoice.supplierNumber],
    [names.date, formatDay(invoice.date)],
    [names.goods, money(invoice.goodsValue)],
    [names.freight, invoice.freight === null ? null : money(invoice.freight)],
    [names.tax, some(invoice.tax, money)],
    [names.rounding, some(invoice.rounding, money)],
    [names.total, money(invoice.total)],
    [names.posted, invoice.postedAt && by(formatInstant(invoice.postedAt), invoice.postedByName ?? '')],
    [names.stock, some(invoice.stockDifference, inBase)],
    [names.variance, some(invoice.variance, inBase)],
    [names.notes, invoice.notes],
  ];
  return <DocumentFacts facts={facts} wide={names.notes} />;
}

/** How each line stands to what was accepted, and what its difference does. */
function Lines({ invoice, money, inBase }: PartProps) {
  const all = useMessages(invoiceMessages);
  const t = all.panel;
  const byLine = new Map(invoice.match.map((match) => [match.lineId, match]));
  const factsOf = (unit: string, match: InvoiceMatch): [string, string][] => [
    [t.billed, formatAmount(match.billedQty, unit)],
    ...(invoice.kind === 'credit'
      ? []
      : ([[t.accepted, formatAmount(match.acceptedQty, unit)]] as [string, string][])),
    ...(match.rejectedQty === 0
      ? []
      : ([[t.rejected, formatAmount(match.rejectedQty, unit)]] as [string, string][])),
    [t.price, money(match.price)],
    ...(match.agreedPrice === null ? [] : ([[t.agreed, money(match.agreedPrice)]] as [string, string][])),
    ...(match.stockDifference ? ([[t.stock, inBase(match.stockDifference)]] as [string, string][]) : []),
    ...(match.variance ? ([[t.variance, inBase(match.variance)]] as [string, string][]) : []),
  ];
  return (
    <section aria-label={t.lines}>
      <h3 className="pb-1 font-semibold text-sm">{t.lines}</h3>
      <ul className="divide-y rounded-md border text-sm">
        {invoice.items.map((line) => {
          const match = byLine.get(line.lineId);
          return (
            <li key={line.lineId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
              <div className="min-w-0 flex-1 basis-48">
                <p className="break-words font-medium">{line.itemName}</p>
                <p className="text-muted-foreground text-xs">
                  <bdi>{line.unitSymbol}</bdi> · {line.itemCode}
                </p>
                {match === undefined || match.state === 'matched' ? null : (
                  <p className="text-status-amber text-xs">
                    {all.states[match.state]}
                    {match.percent === null || match.percent === 0
                      ? ''
                      : ` · ${t.percent(String(match.percent))}`}
                  </p>
                )}
                {match === undefined || match.receipts.length === 0 ? null : (
                  <p className="text-muted-foreground text-xs">
                    {t.receipts(match.receipts.map(({ number }) => number).join(', '))}
                  </p>
                )}
                {line.note ? <p className="text-muted-foreground text-xs">“{line.note}”</p> : null}
              </div>
              <dl className="ms-auto flex flex-wrap gap-x-4 gap-y-1">
                {(match === undefined ? [] : factsOf(line.unitSymbol, match)).map(([label, said]) => (
                  <div key={label} className="text-end">
                    <dt className="text-muted-foreground text-xs">{label}</dt>
                    <dd className="tabular-nums">
                      <bdi>{said}</bdi>
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
