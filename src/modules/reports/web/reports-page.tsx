import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { groupedShapes } from '../grouped-shapes.ts';
import { rowShapes } from '../row-shapes.ts';
import { type GroupedName, isRowsName, canReadReport } from '../report-shapes.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { ReportResponse } from '../shapes.ts';
import { reportQuery } from './queries/reports.ts';
import { FigureCard } from '#platform/web/ui/figure.tsx';
import { ViewSwitch } from '#platform/web/layout/tab-row.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { SavedDataNote } from '#platform/web/layout/states.tsx';
import { AsOfNotice } from '#platform/web/layout/as-of-notice.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { useSearchChange } from '#platform/web/use-search-change.ts';
import { useToday } from '#platform/web/use-today.ts';
import { UnavailableReportNotice } from './unavailable-report-notice.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { ReportDetails } from './report-details.tsx';
import { TruncationNotice, ReportDownload } from './report-download.tsx';
import {
  linkWithinReport,
  getHiddenColumns,
  keepSameReport,
  type GroupedReportQuery,
  parseGroupedReportQuery,
  type ReportAddress,
} from './report-address.ts';
import { GroupedChart } from './report-chart.tsx';
import { ReportResultView } from './report-result-view.tsx';
import { ReportFilters, useReportFilters } from './report-filters.tsx';
import { RowsReportView } from './rows-report.tsx';
import { ReportTable } from './report-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { usePrint } from './use-print.ts';
import { formatReportCell, getColumnHeading, useReportLabels } from './report-labels.ts';

/** Reports for branches. */
const branchReports = ['order-patterns', 'missing-items', 'wastage'] as const;

/**
 * `/branch-order/reports`: orders, missing items and wastage of a branch as chart, table, file and printout;
 * and any report linked from an email.
 */
export function ReportsPage() {
  const { report }: ReportAddress = useSearch({ strict: false });
  const user = useUser();
  return isRowsName(report) && canReadReport(user, rowShapes[report]) ? (
    <RowsReportView name={report} navigation={<BranchReports />} />
  ) : (
    <GroupedReportView navigation={<BranchReports />} />
  );
}

function BranchReports() {
  const t = useReportLabels();
  const user = useUser();
  const { report = branchReports[0] }: ReportAddress = useSearch({ strict: false });
  return (
    <>
      <ViewSwitch
        label={t.reports}
        tabs={branchReports
          .filter((name) => canReadReport(user, groupedShapes[name]))
          .map((name) => ({
            key: name,
            name: t.names[name],
            isCurrent: name === report,
            link: linkWithinReport({
              report: name,
              view: undefined,
              hide: undefined,
              by: undefined,
              item: undefined,
              reason: undefined,
              weekday: undefined,
            }),
          }))}
      />
      <UnavailableReportNotice />
    </>
  );
}

interface GroupedReportProps {
  /** Navigation to the other reports. */
  navigation: ReactNode;
  /** Report name as the title, if the page isn't limited to a few reports. */
  title?: GroupedName;
}

/** A grouped report as chart, table, file and printout. */
export function GroupedReportView({ navigation, title }: GroupedReportProps) {
  const t = useReportLabels();
  const address: ReportAddress = useSearch({ strict: false });
  const pages = useMessages(pageMessages);
  const request = parseGroupedReportQuery(address, useToday());
  const { name, params } = request;
  const { isAlive } = useConnection();
  const reportOptions = reportQuery(name, params);
  const query = useQuery({ ...reportOptions, placeholderData: keepSameReport(name) });
  // Results with different filters are reused as placeholder data, but not those with a different grouping.
  const report = query.isPlaceholderData && query.data?.by !== request.by ? undefined : query.data;
  const view = useReportFilters();
  const hidden = getHiddenColumns(address);
  const changeSearch = useSearchChange<ReportAddress>();
  const showAll = () => changeSearch({ all: true });
  const print = usePrint(report, showAll);
  return (
    <Page isWide className="flex flex-col gap-4">
      <div>
        {title === undefined ? null : navigation}
        <PageHeader
          title={title === undefined ? pages.branchReports : t.names[title]}
          context={<ReportDescription request={request} />}
          actions={
            <Button onClick={print} disabled={!report || report.total === 0}>
              <Printer aria-hidden="true" />
              {t.print}
            </Button>
          }
          secondaryActions={<ReportDownload name={name} params={params} report={report} hidden={hidden} />}
        />
        {title === undefined ? navigation : null}
        <SavedViews name={name} address={address} />
        <ReportFilters
          shape={groupedShapes[name]}
          address={address}
          params={params}
          report={report}
          view={view}
        />
      </div>
      {query.data && (query.isError || !isAlive) ? (
        <SavedDataNote loadedAt={query.dataUpdatedAt} />
      ) : report && !query.isPlaceholderData ? (
        <AsOfNotice
          queryKey={reportOptions.queryKey}
          loadedAt={query.dataUpdatedAt}
          isRefreshing={query.isFetching}
          onRefresh={() => void query.refetch()}
        />
      ) : null}
      <ReportResultView query={query} report={report} hidden={hidden} view={view}>
        {(visible, complete) => (
          <>
            <Totals report={visible} request={request} />
            <GroupedChart report={visible} request={request} measure={groupedShapes[name].chart} />
            <div>
              <ColumnPicker report={complete} hidden={hidden} onChange={(hide) => changeSearch({ hide })} />
              <ReportTable report={visible} request={request} onSort={(sort) => view.set({ sort })} />
              <TruncationNotice report={visible} onAll={showAll} />
            </div>
          </>
        )}
      </ReportResultView>
    </Page>
  );
}

/** Description of the report and its days, also printed. */
function ReportDescription({ request: { name, params } }: { request: GroupedReportQuery }) {
  const t = useReportLabels();
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
      <ReportDetails name={name} />
    </>
  );
}

interface TotalsProps {
  report: ReportResponse;
  request: GroupedReportQuery;
}

/** Totals of the report, linked to the documents. */
function Totals({ report, request }: TotalsProps) {
  const t = useReportLabels();
  const currency = useBaseCurrency();
  return (
    <section
      aria-label={t.totals}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6 print:grid-cols-4"
    >
      {report.columns
        .filter(({ hasTotal }) => hasTotal)
        .map((column) => (
          <FigureCard
            key={column.key}
            label={getColumnHeading(t, column, request.by)}
            figure={formatReportCell(column, report.totals[column.key], currency)}
            link={linkWithinReport({ by: 'document' })}
          />
        ))}
    </section>
  );
}
