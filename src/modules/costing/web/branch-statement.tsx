import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Printer, ReceiptText } from 'lucide-react';
import { useId } from 'react';
import type { BranchStatement } from '../shapes.ts';
import { isOwnLocation } from '#core/permissions.ts';
import { fetchStatementFile, statementQuery } from './queries/statement.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { DateRange } from '#platform/web/data-table/date-range.tsx';
import { useListView } from '#platform/web/data-table/use-list-view.ts';
import { DocumentLink } from '#modules/stock-ledger/web/ledger-table.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Label } from '#platform/web/ui/label.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { printPage } from '#platform/documents/web/printout.tsx';
import { formatCount, formatDate } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useToday } from '#platform/web/use-today.ts';
import { costingMessages } from './messages.ts';
import { CsvExport } from './csv-export.tsx';

/** Branch statement of a period: charges for goods received and credits for goods sent, by document. */
export function BranchStatementTab() {
  const t = useMessages(costingMessages).statement;
  const user = useUser();
  const today = useToday();
  const id = useId();
  const view = useListView(['branch', 'from', 'to']);
  const branches = (useQuery(branchesQuery()).data ?? [])
    .filter(({ _id, type, isActive }) => isActive && type === 'branch' && isOwnLocation(user, _id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const { from = `${today.slice(0, 8)}01`, to = today } = view.filters;
  const branch = view.filters.branch ?? branches[0]?._id ?? '';
  const statementFilters = { branch, from, to };
  const { data, error, refetch } = useQuery({
    ...statementQuery(statementFilters),
    enabled: branch !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <Label htmlFor={id}>{t.branch}</Label>
        <Select
          id={id}
          className="w-auto"
          value={branch}
          onChange={(event) => view.set({ branch: event.currentTarget.value })}
        >
          {branches.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
        <DateRange
          view={{ ...view, filters: { from, to } }}
          label={t.days}
          fromLabel={t.from}
          toLabel={t.to}
        />
        <CsvExport
          name={`statement-${statementFilters.from}-${statementFilters.to}`}
          isEmpty={!data || data.rows.length === 0}
          load={(locale) => fetchStatementFile(statementFilters, locale)}
        />
        <Button disabled={!data || data.rows.length === 0} onClick={printPage}>
          <Printer aria-hidden="true" />
          {t.print}
        </Button>
      </div>
      <h2 className="hidden font-semibold text-lg print:block">
        {t.title(data?.branchName ?? '', formatDate(from), formatDate(to))}
      </h2>
      {error && !data ? (
        <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={t.loading} rows={8} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={ReceiptText} title={t.none} text={t.noneText} />
      ) : (
        <StatementTables statement={data} />
      )}
    </div>
  );
}

function StatementTables({ statement }: { statement: BranchStatement }) {
  const t = useMessages(costingMessages).statement;
  const money = useMoney();
  const types: Readonly<Record<string, string>> = t.types;
  const { charged, credited, net } = statement.totals;
  const documents = statement.byType.reduce((sum, row) => sum + row.documents, 0);
  return (
    <>
      <FactTable
        label={t.summary}
        rows={[...statement.byType, { type: 'total', documents, charged, credited, net }]}
        getKey={({ type }) => type}
        columns={[
          {
            heading: t.type,
            cell: ({ type }) => (type === 'total' ? <strong>{t.total}</strong> : (types[type] ?? type)),
          },
          { heading: t.documents, isNumeric: true, cell: (row) => formatCount(row.documents) },
          { heading: t.charge, isNumeric: true, cell: (row) => money(row.charged) },
          { heading: t.credit, isNumeric: true, cell: (row) => money(row.credited) },
          { heading: t.net, isNumeric: true, cell: (row) => <strong>{money(row.net)}</strong> },
        ]}
      />
      <FactTable
        label={t.rows}
        rows={statement.rows}
        getKey={({ type, docId }) => `${type} ${docId}`}
        columns={[
          { heading: t.day, cell: ({ day }) => <span className="whitespace-nowrap">{formatDate(day)}</span> },
          { heading: t.type, cell: ({ type }) => types[type] ?? type },
          {
            heading: t.document,
            cell: ({ docType, docId, docNo }) => (
              <DocumentLink docType={docType} docId={docId} docNo={docNo} />
            ),
          },
          { heading: t.counterparty, isName: true, cell: ({ otherName }) => <bdi>{otherName}</bdi> },
          {
            heading: t.charge,
            isNumeric: true,
            cell: (row) => (row.charged === 0 ? null : money(row.charged)),
          },
          {
            heading: t.credit,
            isNumeric: true,
            cell: (row) => (row.credited === 0 ? null : money(row.credited)),
          },
        ]}
      />
    </>
  );
}
