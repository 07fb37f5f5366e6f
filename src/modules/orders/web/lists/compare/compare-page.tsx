import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Columns3, Download, ListOrdered, Printer } from 'lucide-react';
import { useState } from 'react';
import type { ComparedOrders } from '#modules/reports/figures-shapes.ts';
import { canRead } from '#core/permissions.ts';
import { type CompareFilters, compareOrdersQuery } from '../../queries/compare.ts';
import type { OrderRecord } from '../../queries/read.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { EmptyState, LoadFailed, SavedDataNote } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { AsOfNotice } from '#platform/web/layout/as-of-notice.tsx';
import { printPage } from '#platform/documents/web/printout.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { toCsv } from '#core/csv.ts';
import { downloadFile } from '#platform/web/format/download-file.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { useToday } from '#platform/web/use-today.ts';
import { addDays, toUtcDay } from '#core/day.ts';
import { listVisibleBranches } from '../orders-list/list-branches.ts';
import { CompareChoice } from './compare-choice.tsx';
import {
  compareByMeasure,
  buildComparisonTable,
  type CompareKind,
  type CompareSearch,
  type CompareSort,
  type OrderComparisonLine,
  type CompareMeasure,
  compareMeasures,
  compareSorts,
} from './compare-rows.ts';
import { CompareSelected } from './compare-selected.tsx';
import { CompareTable } from './compare-table.tsx';
import { compareMessages } from './messages.ts';

const route = getRouteApi('/_shell/branch-orders');

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const parseDay = (text: string | undefined, fallback: string) =>
  text !== undefined && dayPattern.test(text) ? text : fallback;
/** Four weeks, including today. */
const defaultDays = 28;
/** Number of rows rendered initially; the others are shown on request. */
const maxInitialRows = 300;

/** If orders are selected, the link to their comparison; otherwise the comparison page. */
export function Compare({ selected }: { selected: readonly OrderRecord[] | undefined }) {
  return selected ? <CompareSelected orders={selected} /> : <ComparePage />;
}

/** Compares orders, branches or days by item: quantities, differences from the first column, and totals. */
function ComparePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch = (change: CompareSearch) =>
    void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true });
  const t = useMessages(compareMessages);
  const user = useUser();
  const today = useToday();
  const { isAlive } = useConnection();
  const branches = listVisibleBranches(useQuery(branchesQuery()).data ?? [], user);
  const kind: CompareKind =
    search.compare === 'branches' || search.compare === 'days' ? search.compare : 'orders';
  const selectedKeys = (search.ids ?? '').split(',').filter(Boolean);
  const [from, to] = [parseDay(search.from, addDays(today, 1 - defaultDays)), parseDay(search.to, today)];
  const canCompare = selectedKeys.length > 1;
  const filters: CompareFilters = {
    [kind]: selectedKeys.join(),
    ...(kind === 'branches' && { from, to }),
    ...(kind === 'days' && search.branch && { branch: search.branch }),
  };
  const comparisonQuery = compareOrdersQuery(filters);
  const query = useQuery({ ...comparisonQuery, enabled: canCompare });
  const comparison = canCompare ? query.data : undefined;

  const [measure, setMeasure] = useState<CompareMeasure>('ordered');
  const [sort, setSort] = useState<CompareSort>('item');
  const [onlyDiffering, setOnlyDiffering] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const lines = comparison ? compareByMeasure(comparison, measure, { sort, onlyDiffering }) : [];
  const visibleLines = showsAll ? lines : lines.slice(0, maxInitialRows);

  return (
    <Page isWide>
      <PageHeader
        title={t.title}
        context={t.context[kind]}
        secondaryActions={
          <>
            <SecondaryAction asChild>
              <Link to="/branch-orders">
                <ListOrdered aria-hidden="true" />
                {t.back}
              </Link>
            </SecondaryAction>
            <SecondaryAction
              disabled={lines.length === 0}
              onSelect={() => (comparison ? saveCsv(comparison, lines, t) : undefined)}
            >
              <Download aria-hidden="true" />
              {t.csv}
            </SecondaryAction>
            <SecondaryAction disabled={lines.length === 0} onSelect={printPage}>
              <Printer aria-hidden="true" />
              {t.print}
            </SecondaryAction>
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <CompareChoice
          kind={kind}
          selectedKeys={selectedKeys}
          branches={branches}
          branch={search.branch}
          days={{ from, to }}
          onSearch={onSearch}
        />
        {!canCompare ? (
          <EmptyState
            icon={Columns3}
            title={t.choose[kind]}
            {...(kind === 'orders' && {
              text: t.choose.ordersText,
              action: (
                <Button asChild>
                  <Link to="/branch-orders">{t.back}</Link>
                </Button>
              ),
            })}
          />
        ) : query.isError && !comparison ? (
          <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
        ) : !comparison ? (
          <SkeletonRows label={t.loading} rows={10} />
        ) : (
          <>
            {query.isError || !isAlive ? (
              <SavedDataNote loadedAt={query.dataUpdatedAt} />
            ) : (
              <AsOfNotice
                queryKey={comparisonQuery.queryKey}
                loadedAt={query.dataUpdatedAt}
                isRefreshing={query.isFetching}
                onRefresh={() => void query.refetch()}
              />
            )}
            <div className="grid grid-cols-2 items-center gap-2 sm:flex print:hidden">
              <Select
                aria-label={t.measure}
                value={measure}
                onChange={(event) => setMeasure(event.currentTarget.value as CompareMeasure)}
                className="min-w-0 sm:w-40"
              >
                {compareMeasures.map((option) => (
                  <option key={option} value={option}>
                    {t.measures[option]}
                  </option>
                ))}
              </Select>
              <Select
                aria-label={t.sort}
                value={sort}
                onChange={(event) => setSort(event.currentTarget.value as CompareSort)}
                className="min-w-0 sm:w-56"
              >
                {compareSorts.map((option) => (
                  <option key={option} value={option}>
                    {t.sorts[option]}
                  </option>
                ))}
              </Select>
              <label className="col-span-full flex min-h-9 items-center gap-2 text-sm touch:min-h-11">
                <input
                  type="checkbox"
                  className="size-4 accent-primary"
                  checked={onlyDiffering}
                  onChange={(event) => setOnlyDiffering(event.currentTarget.checked)}
                />
                {t.onlyDiffering}
              </label>
            </div>
            {lines.length === 0 ? (
              <EmptyState icon={Columns3} title={t.nothing} text={t.nothingText} />
            ) : (
              <CompareTable
                comparison={comparison}
                lines={visibleLines}
                showsValues={canRead(user, 'costs')}
                days={{ from, to }}
                getColumnName={getColumnName}
              />
            )}
            {visibleLines.length < lines.length ? (
              <div className="flex items-center gap-3 text-sm print:hidden">
                <p role="status">{t.showing(visibleLines.length, lines.length)}</p>
                <Button onClick={() => setShowsAll(true)}>{t.more}</Button>
              </div>
            ) : null}
          </>
        )}
      </div>
    </Page>
  );
}

/** Returns a column's heading: order number, branch name, or day as formatted in lists. */
function getColumnName({ label }: ComparedOrders['columns'][number]): string {
  return dayPattern.test(label) ? formatDay(label) : label;
}

type Messages = ReturnType<typeof useMessages<typeof compareMessages.en>>;

function saveCsv(comparison: ComparedOrders, lines: readonly OrderComparisonLine[], t: Messages): void {
  // Files contain ISO days.
  const getLabel = ({ label }: ComparedOrders['columns'][number]) => label;
  const [first] = comparison.columns;
  const labels = {
    ...t,
    difference: (column: string) => t.differenceTo(column, first ? getLabel(first) : ''),
  };
  downloadFile(
    `compared-${toUtcDay(Date.now())}.csv`,
    toCsv(buildComparisonTable(comparison, lines, labels, getLabel)),
  );
  toast(t.csvSaved(lines.length));
}
