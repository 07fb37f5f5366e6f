import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BookOpenText, TriangleAlert } from 'lucide-react';
import type { Journal } from '../shapes.ts';
import { fetchJournalFile, journalQuery } from './queries/journal.ts';
import { DateRange } from '#platform/web/data-table/date-range.tsx';
import { Pager } from '#platform/web/data-table/pager.tsx';
import { useListView } from '#platform/web/data-table/use-list-view.ts';
import { DocumentLink, getPostingKindLabel } from '#modules/stock-ledger/web/ledger-table.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useToday } from '#platform/web/use-today.ts';
import { AccountMappingTab } from './account-map.tsx';
import { costingMessages } from './messages.ts';
import { CsvExport } from './csv-export.tsx';

const pageSize = 100;

/** Journal of a period by account mapping: balanced documents, unmapped postings, CSV export. */
export function JournalTab() {
  const t = useMessages(costingMessages).journal;
  const today = useToday();
  const view = useListView(['from', 'to']);
  const { from = `${today.slice(0, 8)}01`, to = today } = view.filters;
  const { data, error, refetch } = useQuery({
    ...journalQuery({ from, to, page: view.page, limit: pageSize }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <DateRange
          view={{ ...view, filters: { from, to } }}
          label={t.days}
          fromLabel={t.from}
          toLabel={t.to}
        />
        <CsvExport
          name={`journal-${from}-${to}`}
          isEmpty={!data || data.total === 0}
          load={(locale) => fetchJournalFile({ from, to }, locale)}
        />
      </div>
      <AccountMappingTab />
      {error && !data ? (
        <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={t.loading} rows={8} />
      ) : data.total === 0 ? (
        <EmptyState icon={BookOpenText} title={t.none} text={t.noneText} />
      ) : (
        <>
          <UnmappedPostings journal={data} />
          <Lines journal={data} />
          <Pager
            page={view.page}
            pageSize={pageSize}
            rowCount={data.rows.length}
            total={data.total}
            isCapped={false}
            onPage={(page) => view.set({ page })}
          />
        </>
      )}
    </div>
  );
}

function Lines({ journal }: { journal: Journal }) {
  const t = useMessages(costingMessages).journal;
  const money = useMoney();
  const formatSide = (value: number | null) => (value === 0 ? null : money(value));
  return (
    <>
      <p role="status" className="text-sm">
        {t.totals(money(journal.debit), money(journal.credit))}
      </p>
      <FactTable
        label={t.lines}
        rows={journal.rows}
        getKey={({ docType, docId, account }) => `${docType} ${docId} ${account}`}
        columns={[
          { heading: t.day, cell: ({ day }) => <span className="whitespace-nowrap">{formatDate(day)}</span> },
          {
            heading: t.document,
            cell: ({ docType, docId, docNo }) => (
              <DocumentLink docType={docType} docId={docId} docNo={docNo} />
            ),
          },
          {
            heading: t.account,
            cell: ({ account }) =>
              account === null ? (
                <Pill tone="amber" icon={TriangleAlert}>
                  {t.noAccount}
                </Pill>
              ) : (
                <bdi>{account}</bdi>
              ),
          },
          { heading: t.debit, isNumeric: true, cell: (row) => formatSide(row.debit) },
          { heading: t.credit, isNumeric: true, cell: (row) => formatSide(row.credit) },
        ]}
      />
    </>
  );
}

/** Lists postings without an account. */
function UnmappedPostings({ journal }: { journal: Journal }) {
  const t = useMessages(costingMessages).journal;
  const names = useNames(['branch', 'item-categories']);
  const money = useMoney();
  if (journal.missing.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-sm">{t.missing}</h2>
      <FactTable
        label={t.missing}
        rows={journal.missing.slice(0, 50)}
        getKey={({ side, kind, category, place }) => [side, kind, category, place].join(' ')}
        columns={[
          { heading: t.side, cell: ({ side }) => t.sides[side] },
          { heading: t.kind, cell: ({ kind }) => getPostingKindLabel(kind) },
          { heading: t.place, cell: ({ place }) => <bdi>{names.getName('branch', place)}</bdi> },
          {
            heading: t.category,
            cell: ({ category }) => <bdi>{names.getName('item-categories', category)}</bdi>,
          },
          { heading: t.value, isNumeric: true, cell: ({ value }) => money(value) },
        ]}
      />
    </section>
  );
}
