import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import type { SupplierStatement as Statement } from '#modules/supplier-invoices/shapes.ts';
import { canRead } from '#core/permissions.ts';
import { supplierStatementQuery } from '#modules/supplier-invoices/web/queries.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { saveRows, buildTableCells } from '#platform/web/data-table/save-rows.ts';
import { DocumentLink } from '#modules/stock-ledger/web/ledger-table.tsx';
import { FactList } from '#platform/web/layout/fact-list.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Fact, FactTable } from '#platform/web/ui/table.tsx';
import { printContent } from '#platform/documents/web/printout.tsx';
import { missingValue, formatDate, formatDay } from '#platform/web/format/format.ts';
import { formatMoneyHeader } from '#platform/web/format/money.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency, useMoney } from '#platform/web/session/use-money.ts';
import { useMedia } from '#platform/web/use-media.ts';
import { useToday } from '#platform/web/use-today.ts';
import { suppliersMessages } from './messages.ts';
import { PeriodFilter } from './period.tsx';

type Entry = Statement['rows'][number];

const docTypes = {
  receipt: 'goods_receipt',
  invoice: 'supplier_invoice',
  credit: 'supplier_invoice',
  reversal: 'supplier_invoice',
} as const;

/** Supplier statement of a period: opening balance, transactions with running balance, closing balance. */
export function SupplierStatementView({ row }: { row: ResourceRow }) {
  const t = useMessages(suppliersMessages).statement;
  const user = useUser();
  const money = useMoney();
  const base = useBaseCurrency();
  const today = useToday();
  const [days, setDays] = useState({ from: `${today.slice(0, 8)}01`, to: today });
  const isWide = useMedia('(min-width: 640px)');
  const canSee = canRead(user, 'supplier-invoices');
  const { data, error, refetch } = useQuery({
    ...supplierStatementQuery({ supplier: row._id, ...days }),
    enabled: canSee,
    placeholderData: keepPreviousData,
  });
  if (!canSee) return <p className="text-muted-foreground text-sm">{t.noAccess}</p>;
  const columns: (Column<Entry> & { heading: string })[] = [
    { key: 'day', heading: t.day, label: t.day, cell: ({ day }) => formatDay(day), value: ({ day }) => day },
    {
      key: 'kind',
      heading: t.kind,
      label: t.kind,
      cell: ({ kind }) => t.kinds[kind],
      value: ({ kind }) => t.kinds[kind],
    },
    {
      key: 'number',
      heading: t.document,
      label: t.document,
      cell: ({ kind, documentId, number }) => (
        <DocumentLink docType={docTypes[kind]} docId={documentId} docNo={number} />
      ),
      value: ({ number }) => number,
    },
    {
      key: 'supplierNumber',
      heading: t.supplierNumber,
      label: t.supplierNumber,
      cell: ({ supplierNumber }) => <bdi>{supplierNumber}</bdi>,
      value: ({ supplierNumber }) => supplierNumber,
    },
    {
      key: 'place',
      heading: t.place,
      label: t.place,
      cell: ({ placeName }) => <bdi>{placeName}</bdi>,
      value: ({ placeName }) => placeName,
    },
    {
      key: 'due',
      heading: t.due,
      label: t.due,
      cell: ({ due }) => (due === null ? missingValue : formatDay(due)),
      value: ({ due }) => due,
    },
    {
      key: 'received',
      heading: t.received,
      label: t.received,
      fileLabel: formatMoneyHeader(t.received, base),
      isNumeric: true,
      cell: ({ kind, amount }) => (kind === 'receipt' ? money(amount) : missingValue),
      value: ({ kind, amount }) => (kind === 'receipt' ? amount : null),
    },
    {
      key: 'amount',
      heading: t.amount,
      label: t.amount,
      fileLabel: formatMoneyHeader(t.amount, base),
      isNumeric: true,
      cell: ({ kind, amount }) => (kind === 'receipt' ? missingValue : money(amount)),
      value: ({ kind, amount }) => (kind === 'receipt' ? null : amount),
    },
    {
      key: 'balance',
      heading: t.balance,
      label: t.balance,
      fileLabel: formatMoneyHeader(t.balance, base),
      isNumeric: true,
      cell: ({ balance }) => money(balance),
      value: ({ balance }) => balance,
    },
  ];
  const balance = columns.at(-1);
  // The panel combines columns because nine don't fit; printouts and exports contain all of them.
  const panelColumns: Fact<Entry>[] = [
    {
      heading: t.document,
      cell: ({ kind, day, due, documentId, number, supplierNumber, placeName }) => (
        <>
          <span className="block">
            {t.kinds[kind]} · {formatDay(day)}
          </span>
          <DocumentLink docType={docTypes[kind]} docId={documentId} docNo={number} />
          <span className="block text-muted-foreground text-xs">
            {supplierNumber === null ? null : (
              <>
                <bdi>{supplierNumber}</bdi> ·{' '}
              </>
            )}
            <bdi>{placeName}</bdi>
            {due === null ? null : <span className="block">{t.dueOn(formatDay(due))}</span>}
          </span>
        </>
      ),
    },
    {
      heading: t.amount,
      isNumeric: true,
      cell: (entry) => (
        <>
          {entry.kind === 'receipt' ? (
            <>
              {money(entry.amount)}
              <span className="block text-muted-foreground text-xs">{t.notInBalance}</span>
            </>
          ) : (
            money(entry.amount)
          )}
          {isWide ? null : (
            <span className="block text-muted-foreground text-xs">
              {t.balance} {balance?.cell(entry)}
            </span>
          )}
        </>
      ),
    },
    ...(isWide && balance ? [{ ...balance, heading: t.balance }] : []),
  ];
  const facts = data && [
    { key: 'opening', label: t.opening(formatDate(data.from)), value: money(data.opening) },
    { key: 'invoiced', label: t.invoiced, value: money(data.invoiced) },
    { key: 'credited', label: t.credited, value: money(data.credited) },
    { key: 'closing', label: t.closing(formatDate(data.to)), value: money(data.closing) },
    { key: 'notBilled', label: t.notBilled, value: money(data.notBilled) },
  ];
  const table = (columns: readonly Fact<Entry>[]) => (
    <FactTable
      label={t.rows}
      rows={data?.rows ?? []}
      getKey={({ kind, documentId }) => `${kind} ${documentId}`}
      columns={columns}
    />
  );
  const printout = data && facts && (
    <div className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl">
        {t.title(row.name, formatDate(data.from), formatDate(data.to))}
      </h1>
      <FactList facts={facts} />
      {table(columns)}
    </div>
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <PeriodFilter days={days} label={t.days} fromLabel={t.from} toLabel={t.to} onChange={setDays} />
        <Button
          className="ms-auto max-sm:ms-0"
          disabled={!data}
          onClick={() =>
            data && void saveRows('csv', `statement-${row.name}`, buildExportRows(data, columns, t))
          }
        >
          <Download aria-hidden="true" />
          {t.csv}
        </Button>
        <Button disabled={!data} onClick={() => printContent(printout, 'document')}>
          <Printer aria-hidden="true" />
          {t.print}
        </Button>
      </div>
      {error && !data ? (
        <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
      ) : !data || !facts ? (
        <SkeletonRows label={t.loading} />
      ) : (
        <>
          <FactList facts={facts} />
          {data.rows.length === 0 ? (
            <p className="text-muted-foreground text-sm">{t.none}</p>
          ) : (
            table(panelColumns)
          )}
        </>
      )}
    </div>
  );
}

type StatementMessages = Translation<(typeof suppliersMessages)['en']>['statement'];

/** Returns the rows for an export, with opening and closing balances. */
function buildExportRows(data: Statement, columns: readonly Column<Entry>[], t: StatementMessages) {
  const balanceRow = (label: string, amount: number) => [
    null,
    label,
    null,
    null,
    null,
    null,
    null,
    null,
    amount,
  ];
  const [header = [], ...rows] = buildTableCells(columns, data.rows);
  return [
    header,
    balanceRow(t.opening(data.from), data.opening),
    ...rows,
    balanceRow(t.closing(data.to), data.closing),
    balanceRow(t.notBilled, data.notBilled),
  ];
}
