import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChartColumn, Printer, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { isOwnPlace } from '#domain/permissions.ts';
import { groupedShapes } from '#domain/reports/grouped-shapes.ts';
import { type GroupedName, mayReadReport } from '#domain/reports/shapes.ts';
import { itemCategoriesQuery } from '#src/collections/items/item-categories.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { type Report, reportQuery } from '#src/collections/reports/reports.ts';
import { DateRange } from '#src/components/data-table/date-range.tsx';
import { FilterBar } from '#src/components/data-table/filter-bar.tsx';
import { useListView } from '#src/components/data-table/use-list-view.ts';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { Page } from '#src/components/layout/page.tsx';
import { EmptyState, LoadFailed, SavedDataNote } from '#src/components/layout/states.tsx';
import { AsOf } from '#src/entities/figures/as-of.tsx';
import { FigureLink } from '#src/entities/order/figure-link.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { cn } from '#src/lib/cn.ts';
import { formatDate } from '#src/lib/format/format.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useReasons } from '#src/lib/reasons.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useToday } from '#src/lib/use-today.ts';
import { Cut, SaveFiles } from './files.tsx';
import { here, type Question, questionOf, type ReportAddress } from './question.ts';
import { GroupedChart } from './report-chart.tsx';
import { ReportTable } from './report-table.tsx';
import { cellOf, headOf, useReportWords } from './words.ts';

/** The reports that a branch works with. */
const ofBranches = ['order-patterns', 'missing-items', 'wastage'] as const;

/** `/branch-order/reports`: what a branch ordered, what was missing and what was thrown away, as picture, table, file and paper. */
export function ReportsPage() {
  const t = useReportWords();
  const user = useUser();
  const { report = ofBranches[0] }: ReportAddress = useSearch({ strict: false });
  return (
    <GroupedReport
      navigation={
        <nav aria-label={t.reports} className="mb-3 flex gap-1 overflow-x-auto border-b print:hidden">
          {ofBranches
            .filter((each) => mayReadReport(user, groupedShapes[each]))
            .map((each) => (
              <Link
                key={each}
                {...here({
                  report: each,
                  by: undefined,
                  item: undefined,
                  reason: undefined,
                  weekday: undefined,
                })}
                aria-current={each === report ? 'page' : undefined}
                className={cn(
                  '-mb-px flex h-10 shrink-0 items-center border-transparent border-b-2 px-3 text-sm -outline-offset-2 touch:h-12',
                  each === report
                    ? 'border-primary font-medium'
                    : 'text-muted-foreground hover:text-foreground',
                )}
              >
                {t.names[each]}
              </Link>
            ))}
        </nav>
      }
    />
  );
}

interface GroupedReportProps {
  /** The way to the other reports. */
  navigation: ReactNode;
  /** Its own name as the title, where the page is not of a few of them. */
  title?: GroupedName;
}

/** A report of figures over days, as picture, table, file and paper. */
export function GroupedReport({ navigation, title }: GroupedReportProps) {
  const t = useReportWords();
  const address: ReportAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const pages = useMessages(pageMessages);
  const question = questionOf(address, useToday());
  const { name, params } = question;
  const { isAlive } = useConnection();
  const asked = reportQuery(name, params);
  const query = useQuery({ ...asked, placeholderData: keepPreviousData });
  // The answer to another question is no answer to this one; a wider or narrower one may stand meanwhile.
  const report = query.isPlaceholderData && query.data?.by !== question.by ? undefined : query.data;
  const view = useListView([
    'by',
    'from',
    'to',
    'branch',
    'category',
    'item',
    'supplier',
    'reason',
    'weekday',
  ]);
  const showAll = () =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, all: true as const }),
      replace: true,
    });
  const print = usePrint(report, showAll);
  return (
    <Page isWide className="flex flex-col gap-4">
      <div>
        {title === undefined ? null : navigation}
        <PageHeader
          title={title === undefined ? pages.branchReports : t.names[title]}
          context={<Context question={question} />}
          actions={
            <Button onClick={print} disabled={!report || report.total === 0}>
              <Printer aria-hidden="true" />
              {t.print}
            </Button>
          }
          more={<SaveFiles name={name} params={params} report={report} />}
        />
        {title === undefined ? navigation : null}
        <Filters question={question} view={view} />
        <Narrowed question={question} report={report} onTakeOff={(key) => view.set({ [key]: undefined })} />
      </div>
      {query.data && (query.isError || !isAlive) ? (
        <SavedDataNote loadedAt={query.dataUpdatedAt} />
      ) : report && !query.isPlaceholderData ? (
        <AsOf
          queryKey={asked.queryKey}
          loadedAt={query.dataUpdatedAt}
          isAsking={query.isFetching}
          onAsk={() => void query.refetch()}
        />
      ) : null}
      {query.isError && !report ? (
        <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : !report ? (
        <SkeletonRows label={t.loading} rows={12} />
      ) : report.total === 0 ? (
        <EmptyState
          icon={ChartColumn}
          title={t.none}
          text={t.noneText}
          action={view.isFiltered ? <Button onClick={view.clear}>{t.clear}</Button> : undefined}
        />
      ) : (
        <>
          <Totals report={report} question={question} />
          <GroupedChart report={report} question={question} measure={groupedShapes[name].chart} />
          <div>
            <ReportTable report={report} question={question} onSort={(sort) => view.set({ sort })} />
            <Cut report={report} onAll={showAll} />
          </div>
        </>
      )}
    </Page>
  );
}

/** What the report counts, of which days: on paper, too. */
function Context({ question: { name, params } }: { question: Question }) {
  const t = useReportWords();
  const { data = [] } = useQuery(branchesQuery());
  const branch = data.find(({ _id }) => _id === params.branch)?.name;
  return (
    <>
      <span className="hidden font-medium print:inline">{t.names[name]} · </span>
      {branch ? `${branch} · ` : ''}
      <bdi>
        {formatDate(params.from)} – {formatDate(params.to)}
      </bdi>{' '}
      · {t.about[name]}
    </>
  );
}

interface FiltersProps {
  question: Question;
  view: ReturnType<
    typeof useListView<
      'by' | 'from' | 'to' | 'branch' | 'category' | 'item' | 'supplier' | 'reason' | 'weekday'
    >
  >;
}

function Filters({ question: { name, by, params }, view }: FiltersProps) {
  const t = useReportWords();
  const user = useUser();
  const branches = (useQuery(branchesQuery()).data ?? [])
    .filter(({ _id, isActive }) => isActive && isOwnPlace(user, _id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const categories = useQuery(itemCategoriesQuery()).data ?? [];
  return (
    <FilterBar
      view={view}
      filters={[
        {
          key: 'branch',
          label: t.branch,
          all: t.allBranches,
          choices: branches.map(({ _id, name: called }) => ({ id: _id, name: called })),
        },
        {
          key: 'category',
          label: t.category,
          all: t.allCategories,
          choices: categories.map(({ _id, name: called }) => ({ id: _id, name: called })),
        },
      ]}
      more={
        <>
          <DateRange
            view={{ ...view, filters: { from: params.from, to: params.to } }}
            label={t.days}
            fromLabel={t.from}
            toLabel={t.to}
          />
          <label className="flex items-center gap-2 text-muted-foreground text-sm max-md:w-full">
            <span className="shrink-0">{t.by}</span>
            <Select
              className="w-auto"
              value={by}
              onChange={(event) => view.set({ by: event.currentTarget.value, sort: undefined })}
            >
              {groupedShapes[name].dimensions.map((dimension) => (
                <option key={dimension} value={dimension}>
                  {t.dimensions[dimension]}
                </option>
              ))}
            </Select>
          </label>
        </>
      }
    />
  );
}

interface NarrowedProps {
  question: Question;
  report: Report | undefined;
  onTakeOff(key: 'item' | 'reason' | 'weekday'): void;
}

/** What a row of another grouping narrowed the report to; each can be taken off. */
function Narrowed({ question: { params }, report, onTakeOff }: NarrowedProps) {
  const t = useReportWords();
  const reasons = useReasons();
  const { item, reason, weekday } = params;
  const chips = [
    item === undefined ? null : { key: 'item' as const, name: report?.itemName ?? item },
    reason === undefined
      ? null
      : {
          key: 'reason' as const,
          name: reason === '-' ? t.noReason : (reasons.find(({ code }) => code === reason)?.name ?? reason),
        },
    weekday === undefined ? null : { key: 'weekday' as const, name: formatWeekday(Number(weekday), 'long') },
  ].filter((chip) => chip !== null);
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted-foreground">{t.narrowed}</span>
      {chips.map(({ key, name }) => (
        <Button key={key} size="sm" onClick={() => onTakeOff(key)}>
          <bdi>{name}</bdi>
          <X aria-hidden="true" className="print:hidden" />
          <span className="sr-only">{t.takeOff}</span>
        </Button>
      ))}
    </div>
  );
}

interface TotalsProps {
  report: Report;
  question: Question;
}

/** The figures of everything that the report is about, each the way to its documents. */
function Totals({ report, question }: TotalsProps) {
  const t = useReportWords();
  const money = useMoney();
  return (
    <section
      aria-label={t.totals}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6 print:grid-cols-4"
    >
      {report.columns
        .filter(({ hasTotal }) => hasTotal)
        .map((column) => (
          <FigureLink
            key={column.key}
            label={headOf(t, column, question.by)}
            figure={cellOf(column, report.totals[column.key], money)}
            link={here({ by: 'document' })}
          />
        ))}
    </section>
  );
}

/** Prints when all rows are there: paper has no button for the rest. */
function usePrint(report: Report | undefined, showAll: () => void): () => void {
  const isWanted = useRef(false);
  const isWhole = report !== undefined && (report.rows.length >= report.total || report.rows.length >= 5_000);
  useEffect(() => {
    if (!isWanted.current || !isWhole) return;
    isWanted.current = false;
    window.print();
  }, [isWhole]);
  return () => {
    if (isWhole) return window.print();
    isWanted.current = true;
    showAll();
  };
}
