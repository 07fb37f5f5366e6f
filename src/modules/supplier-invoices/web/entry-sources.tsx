import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Accrual, ExpectedCredit } from '../shapes.ts';
import { transferQuery } from '#modules/transfers/web/queries/transfers.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { formatDay } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import {
  type InvoiceDraftLine,
  getCreditKey,
  buildAccrualLine,
  buildCreditLine,
  buildReturnCreditLines,
} from './entry-draft.ts';
import { invoiceMessages } from './messages.ts';

interface SourcesProps {
  lines: readonly InvoiceDraftLine[];
  onAdd(lines: readonly InvoiceDraftLine[]): void;
}

/** Accepted, unbilled goods by receipt; one click adds them to the invoice. */
export function AccrualSources({ accruals, lines, onAdd }: SourcesProps & { accruals: readonly Accrual[] }) {
  const t = useMessages(invoiceMessages).entry;
  const money = useMoney();
  const isOnInvoice = (row: Accrual) =>
    lines.some(
      (line) =>
        line.receiptLineId === row.receiptLineId ||
        (line.poLineId !== null &&
          line.poLineId === row.poLineId &&
          line.itemId === row.itemId &&
          line.unitSymbol === row.unitSymbol),
    );
  const openReceipts = Map.groupBy(
    accruals.filter((row) => row.openQty > 0 && !isOnInvoice(row)),
    ({ receiptId }) => receiptId,
  );
  return (
    <Sources title={t.accepted} isEmpty={openReceipts.size === 0}>
      {[...openReceipts].map(([receiptId, rows]) => (
        <Source
          key={receiptId}
          label={t.source(
            rows[0]?.receiptNo ?? '',
            formatDay(rows[0]?.businessDay),
            money(rows.reduce((sum, { openValue }) => sum + openValue, 0)),
          )}
          hint={rows.map(({ itemName }) => itemName).join(', ')}
          onAdd={() => onAdd(rows.map(buildAccrualLine))}
        />
      ))}
    </Sources>
  );
}

/** Expected credits of the supplier; one click adds them to the credit note. */
export function CreditSources({
  credits,
  lines,
  onAdd,
}: SourcesProps & { credits: readonly ExpectedCredit[] }) {
  const t = useMessages(invoiceMessages).entry;
  const money = useMoney();
  const queryClient = useQueryClient();
  const openCredits = credits.filter(
    ({ creditOf, transferId }) =>
      !lines.some((line) =>
        creditOf === null ? line.transferId === transferId : line.creditOf === creditOf,
      ),
  );
  async function add(credit: ExpectedCredit): Promise<void> {
    if (credit.transferId === null) return onAdd([buildCreditLine(credit)]);
    const supplierReturn = await queryClient.query(transferQuery(credit.transferId)).catch(() => null);
    onAdd(supplierReturn ? buildReturnCreditLines(supplierReturn, credit) : [buildCreditLine(credit)]);
  }
  return (
    <Sources title={t.expected} isEmpty={openCredits.length === 0}>
      {openCredits.map((credit) => (
        <Source
          key={getCreditKey(credit)}
          label={t.source(credit.number, formatDay(credit.since), money(credit.expected - credit.received))}
          hint={
            credit.itemName === null
              ? t.returnedGoods
              : `${credit.itemName}, ${formatAmount(credit.qty, credit.unitSymbol ?? '')}`
          }
          onAdd={() => void add(credit)}
        />
      ))}
    </Sources>
  );
}

function Sources({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null;
  return (
    <section aria-label={title}>
      <h3 className="pb-1 font-semibold text-sm">{title}</h3>
      <ul className="flex max-h-52 flex-wrap gap-2 overflow-y-auto">{children}</ul>
    </section>
  );
}

function Source({ label, hint, onAdd }: { label: string; hint: string; onAdd(): void }) {
  return (
    <li className="min-w-0 max-w-full">
      <Button className="h-auto max-w-full justify-start py-1.5 text-start" onClick={onAdd}>
        <Plus aria-hidden="true" />
        <span className="min-w-0">
          <bdi className="block truncate">{label}</bdi>
          <span className="block truncate text-muted-foreground text-xs">{hint}</span>
        </span>
      </Button>
    </li>
  );
}
