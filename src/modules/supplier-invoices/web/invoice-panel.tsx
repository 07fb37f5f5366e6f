import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileMinus, Pencil, Printer } from 'lucide-react';
import { LazyAttachments } from '#modules/attachments/web/lazy-attachments.tsx';
import type { InvoiceMatch, SupplierInvoice } from '../shapes.ts';
import { type Actor, hasFlag, canWrite, canActAtLocation } from '#core/permissions.ts';
import { invoiceStatuses } from '../invoices.ts';
import { invoiceQuery, moveInvoiceAction, removeInvoiceAction } from './queries.ts';
import { DocumentLink } from '#modules/stock-ledger/web/ledger-table.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DeleteDraft } from '#platform/documents/web/delete-draft.tsx';
import type { Fact } from '#platform/documents/web/document-fields.ts';
import { DocumentHistory } from '#platform/documents/web/document-history.tsx';
import { DocumentFacts, DocumentPanel, DocumentSheet } from '#platform/documents/web/document-panel.tsx';
import { LineFacts } from '#platform/documents/web/line-facts.tsx';
import { TransitionButtons, TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { usePrintout } from '#platform/documents/web/printout.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { getCurrencyCode } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { type MoneyFormat, getMoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { invoiceKind } from './invoice-kind.ts';
import { InvoiceStatusPill } from './invoice-status.tsx';
import { InvoicePrint } from './invoice-print.tsx';
import { invoiceMessages } from './messages.ts';
import { useInvoiceFields } from './use-invoice-fields.ts';

interface InvoicePanelProps {
  id: string;
  onClose(): void;
}

/** Side panel of an invoice: match of each line, effects of posting, and transitions. */
export function InvoicePanel({ id, onClose }: InvoicePanelProps) {
  const t = useMessages(invoiceMessages).panel;
  const query = useQuery(invoiceQuery(id));
  return (
    <DocumentPanel query={query} texts={t} onClose={onClose}>
      {(data) => <Sheet invoice={data} onRefetch={() => void query.refetch()} onClose={onClose} />}
    </DocumentPanel>
  );
}

interface SheetProps {
  invoice: SupplierInvoice;
  onRefetch(): void;
  onClose(): void;
}

function Sheet({ invoice, onRefetch, onClose }: SheetProps) {
  const messages = useMessages(invoiceMessages);
  const t = messages.panel;
  const names = useNames(['currencies']);
  const base = useBaseCurrency();
  const money = getMoneyFormat(getCurrencyCode(names, invoice.currency, base));
  const user = useUser();
  const navigate = useNavigate();
  const moving = useOutboxMutation(moveInvoiceAction);
  const removing = useOutboxMutation(removeInvoiceAction);
  const print = usePrintout(<InvoicePrint invoice={invoice} money={money} />);
  const moves = useTransitions(invoiceKind, invoice, {
    send({ to }, reason) {
      const status = invoiceStatuses.find((candidate) => candidate === to) ?? 'Posted';
      return moving.send({ record: invoice, input: { status, transitionReason: reason } });
    },
    isPending: moving.isPending || removing.isPending,
    error: moving.error ?? removing.error,
    refetch: onRefetch,
  });
  const isDraft = invoice.status === 'Draft';
  const canAct = canActAtLocation(user, invoice.place);
  const openEntry = (isCredit: boolean, id: string) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        row: undefined,
        new: isCredit ? 'credit' : 'invoice',
        source: id,
      }),
    });

  return (
    <DocumentSheet
      className="max-w-[820px]"
      number={invoice.number}
      badges={
        <>
          <InvoiceStatusPill status={invoice.status} />
          <bdi>{t.route(invoice.supplierName, invoice.placeName)}</bdi>
        </>
      }
      outboxKey={invoiceKind.getKey(invoice)}
      footer={
        <>
          <Button onClick={print}>
            <Printer aria-hidden="true" />
            {t.print}
          </Button>
          {isDraft && canAct && hasFlag(user, 'canDelete') ? (
            <DeleteDraft
              number={invoice.number}
              isBusy={moves.isBusy}
              remove={() => removing.send({ record: invoice })}
              onDeleted={onClose}
              onRefused={onRefetch}
            />
          ) : null}
          {isDraft && canAct && canEnterInvoices(user) ? (
            <Button
              disabled={moves.isBusy}
              onClick={() => openEntry(invoice.kind === 'credit', `drafts/${invoice._id}`)}
            >
              <Pencil aria-hidden="true" />
              {t.edit}
            </Button>
          ) : null}
          {invoice.status === 'Posted' &&
          invoice.kind === 'invoice' &&
          canAct &&
          canWrite(user, 'supplier-invoices', 'canCreate') &&
          invoice.match.some(({ receipts }) => receipts.length > 0) ? (
            <Button onClick={() => openEntry(true, `invoices/${invoice._id}`)}>
              <FileMinus aria-hidden="true" />
              {t.credit}
            </Button>
          ) : null}
          <TransitionButtons
            transitions={moves}
            onMove={(move, reason) =>
              void moves.make(move, reason).then((isDone) => isDone && toast(t.moved(invoice.number)))
            }
          />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <TransitionRefusal error={moves.error} />
        <InvoiceDetails invoice={invoice} />
        <Lines invoice={invoice} money={money} inBase={getMoneyFormat(base)} />
        <LazyAttachments
          document={{ docType: 'supplier-invoices', docId: invoice._id, number: invoice.number }}
          lines={invoice.items}
          canAdd={canAct && canWrite(user, 'supplier-invoices', 'canEdit')}
          hasTitle
        />
        <DocumentHistory entries={invoice.statusHistory} statuses={messages.statuses} />
      </div>
    </DocumentSheet>
  );
}

/** Drafts can be edited by users who enter or post invoices. */
const canEnterInvoices = (user: Actor): boolean =>
  canWrite(user, 'supplier-invoices', 'canCreate') || canWrite(user, 'supplier-invoices', 'canEdit');

function InvoiceDetails({ invoice }: { invoice: SupplierInvoice }) {
  const { by } = useMessages(invoiceMessages).panel;
  const { fact } = useInvoiceFields();
  const notes = fact(invoice, 'notes');
  const facts: Fact[] = [
    fact(invoice, 'kind'),
    fact(invoice, 'supplierNumber'),
    fact(invoice, 'date'),
    fact(invoice, 'goodsValue'),
    fact(invoice, 'freight'),
    fact(invoice, 'tax'),
    fact(invoice, 'rounding'),
    fact(invoice, 'total'),
    fact(invoice, 'postedAt', (at) => by(at, invoice.postedByName ?? '')),
    fact(invoice, 'stockDifference'),
    fact(invoice, 'variance'),
    notes,
  ];
  return <DocumentFacts facts={facts} fullWidthLabel={notes[0]} />;
}

interface LinesProps {
  invoice: SupplierInvoice;
  money: MoneyFormat;
  inBase: MoneyFormat;
}

/** Match of each line with accepted goods, and the effect of its difference. */
function Lines({ invoice, money, inBase }: LinesProps) {
  const messages = useMessages(invoiceMessages);
  const t = messages.panel;
  const byLine = new Map(invoice.match.map((match) => [match.lineId, match]));
  const listFacts = (unit: string, match: InvoiceMatch): [string, string][] => [
    [t.billed, formatAmount(match.billedQty, unit)],
    ...(invoice.kind === 'credit'
      ? []
      : ([[t.accepted, formatAmount(match.acceptedQty, unit)]] as [string, string][])),
    ...(match.rejectedQty === 0
      ? []
      : ([[t.rejected, formatAmount(match.rejectedQty, unit)]] as [string, string][])),
    [t.price, money.price(match.price)],
    ...(match.agreedPrice === null
      ? []
      : ([[t.agreed, money.price(match.agreedPrice)]] as [string, string][])),
    ...(match.listPrice === null
      ? []
      : ([[t.listPrice, money.price(match.listPrice)]] as [string, string][])),
    ...(match.orderedPrice === null
      ? []
      : ([[t.ordered, money.price(match.orderedPrice)]] as [string, string][])),
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
                    {messages.states[match.state]}
                    {match.percent === null || match.percent === 0
                      ? ''
                      : ` · ${t.percent(String(match.percent))}`}
                  </p>
                )}
                {match === undefined || match.receipts.length === 0 ? null : (
                  <p className="flex flex-wrap gap-x-2 text-muted-foreground text-xs">
                    {t.receipts}
                    {match.receipts.map(({ receiptLineId, receiptId, number }) => (
                      <DocumentLink
                        key={receiptLineId}
                        docType="goods_receipt"
                        docId={receiptId}
                        docNo={number}
                      />
                    ))}
                  </p>
                )}
                {line.note ? <p className="text-muted-foreground text-xs">“{line.note}”</p> : null}
              </div>
              <LineFacts
                facts={match === undefined ? [] : listFacts(line.unitSymbol, match)}
                className="ms-auto"
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
