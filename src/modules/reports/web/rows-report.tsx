import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useSearch } from '@tanstack/react-router';
import { ChartColumn, Printer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { rowShapes } from '../row-shapes.ts';
import type { RowsName } from '../report-shapes.ts';
import type { ReportColumnShape, RowsShape } from '#platform/reports/shape-types.ts';
import { isMoveKind } from '#core/move-kinds.ts';
import { placeMessages } from '#modules/branches/web/place-messages.ts';
import type { ReportResponse } from '../shapes.ts';
import { reportQuery, type ReportTableRow } from './queries/reports.ts';
import { useListKeys } from '#platform/web/form/use-list-keys.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { DocumentLink } from '#modules/stock-ledger/web/ledger-table.tsx';
import { ledgerMessages } from '#modules/stock-ledger/web/messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { numericCell, Table, TableCell, TableHeader, TableRow } from '#platform/web/ui/table.tsx';
import { AsOfNotice } from '#platform/web/layout/as-of-notice.tsx';
import { cn } from '#platform/web/cn.ts';
import { missingValue, formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { useSearchChange } from '#platform/web/use-search-change.ts';
import { useToday } from '#platform/web/use-today.ts';
import { ColumnPicker } from './column-picker.tsx';
import { ReportDetails } from './report-details.tsx';
import { TruncationNotice, ReportDownload } from './report-download.tsx';
import {
  getDaysThrough,
  linkWithinReport,
  getHiddenColumns,
  keepSameReport,
  type ReportAddress,
  buildRowsParams,
} from './report-address.ts';
import { RowsChart } from './report-chart.tsx';
import { ReportResultView } from './report-result-view.tsx';
import { ReportFilters, useReportFilters } from './report-filters.tsx';
import { ReportSortHead } from './report-table.tsx';
import { SavedViews } from './saved-views.tsx';
import { usePrint } from './use-print.ts';
import { formatReportCell, getColumnHeading, isNumericColumn, useReportLabels } from './report-labels.ts';

interface RowsReportProps {
  name: RowsName;
  navigation: ReactNode;
}

/** A row report: filters, totals, rows with links, and files. */
export function RowsReportView({ name, navigation }: RowsReportProps) {
  const t = useReportLabels();
  const shape: RowsShape = rowShapes[name];
  const address: ReportAddress = useSearch({ strict: false });
  const view = useReportFilters();
  const changeSearch = useSearchChange<ReportAddress>();
  const params = buildRowsParams(shape, address, useToday());
  const hidden = getHiddenColumns(address);
  const isItemMissing = shape.required.includes('item') && params.item === undefined;
  const reportOptions = reportQuery(name, params);
  const query = useQuery({
    ...reportOptions,
    enabled: !isItemMissing,
    placeholderData: keepSameReport(name),
  });
  const report = query.data;
  const showAll = () => changeSearch({ all: true });
  const print = usePrint(report, showAll);
  return (
    <Page isWide className="flex flex-col gap-4">
      <div>
        {navigation}
        <PageHeader
          title={t.names[name]}
          context={
            <>
              {t.about[name]}
              <ReportDetails name={name} />
            </>
          }
          actions={
            <Button onClick={print} disabled={!report || report.total === 0}>
              <Printer aria-hidden="true" />
              {t.print}
            </Button>
          }
          secondaryActions={<ReportDownload name={name} params={params} report={report} hidden={hidden} />}
        />
        <SavedViews name={name} address={address} />
        <ReportFilters shape={shape} address={address} params={params} report={report} view={view} />
      </div>
      {report && !query.isPlaceholderData ? (
        <AsOfNotice
          queryKey={reportOptions.queryKey}
          loadedAt={query.dataUpdatedAt}
          isRefreshing={query.isFetching}
          onRefresh={() => void query.refetch()}
        />
      ) : null}
      {isItemMissing ? (
        <EmptyState
          icon={ChartColumn}
          title={t.chooseItem}
          text={t.chooseItemText}
          action={
            <Link {...linkWithinReport({ report: 'movement' })} className="text-primary underline">
              {t.names.movement}
            </Link>
          }
        />
      ) : (
        <ReportResultView query={query} report={report} hidden={hidden} view={view}>
          {(visible, complete) => (
            <div className="flex flex-col gap-4">
              <RowsChart
                report={visible}
                shape={shape}
                hasLargest={visible.rows.length >= visible.total || isSortedByMeasure(shape, params)}
                getLink={(row, link) => getRowLink(shape, row, link, params)}
              />
              <div>
                <p className="pb-2 text-muted-foreground text-sm">
                  {t.rows(visible.total, formatCount(visible.total))}
                </p>
                <ColumnPicker report={complete} hidden={hidden} onChange={(hide) => changeSearch({ hide })} />
                <Rows report={visible} shape={shape} params={params} onSort={(sort) => view.set({ sort })} />
                <TruncationNotice report={visible} onAll={showAll} />
                <ApiAddress name={name} params={{ ...params, ...(address.hide && { hide: address.hide }) }} />
              </div>
            </div>
          )}
        </ReportResultView>
      )}
    </Page>
  );
}

/** API URL that returns the same rows. */
function ApiAddress({ name, params }: { name: RowsName; params: Params }) {
  const t = useReportLabels();
  const searchParams = Object.entries(params).map(([key, value]) => [key, String(value)]);
  return (
    <p className="pt-3 text-muted-foreground text-xs print:hidden">
      {t.apiAddress}:{' '}
      <code dir="ltr" className="break-words">
        GET /api/reports/{name}?{new URLSearchParams(searchParams).toString()}
      </code>
    </p>
  );
}

type Params = ReturnType<typeof buildRowsParams>;

interface RowsProps {
  report: ReportResponse;
  shape: RowsShape;
  params: Params;
  onSort(sort: string | undefined): void;
}

function Rows({ report, shape, params, onSort }: RowsProps) {
  const t = useReportLabels();
  const currency = useBaseCurrency();
  const body = useRef<HTMLTableSectionElement>(null);
  useListKeys(body);
  const links = new Map(shape.columns.map((column) => [column.key, column.link]));
  return (
    <Table aria-label={t.table}>
      <TableHeader>
        <tr>
          {report.columns.map((column) => (
            <ReportSortHead
              key={column.key}
              column={column}
              heading={getColumnHeading(t, column, 'document')}
              sort={params.sort ?? shape.order}
              onSort={onSort}
            />
          ))}
        </tr>
      </TableHeader>
      <tbody ref={body} className="divide-y">
        {report.rows.map((row) => (
          <TableRow key={String(row['key'])} data-row>
            {report.columns.map((column) => (
              <TableCell key={column.key} className={getCellClasses(column)}>
                <Cell column={column} row={row} shape={shape} link={links.get(column.key)} params={params} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
      <tfoot className="border-t bg-muted/40 font-medium">
        <tr>
          {report.columns.map((column, index) => (
            <TableCell key={column.key} className={isNumericColumn(column) ? numericCell : undefined}>
              {index === 0
                ? t.total
                : column.hasTotal
                  ? formatReportCell(column, report.totals[column.key], currency)
                  : null}
            </TableCell>
          ))}
        </tr>
      </tfoot>
    </Table>
  );
}

/** Numbers, dates and document numbers don't wrap; names get most of the width. */
function getCellClasses(column: ReportResponse['columns'][number]): string {
  if (isNumericColumn(column)) return cn('whitespace-nowrap', numericCell);
  if (['day', 'week', 'moment'].includes(column.type) || column.key === 'document')
    return 'whitespace-nowrap';
  if (column.type === 'unit') return 'max-w-80';
  return column.type === 'text' && column.key !== 'code' ? 'min-w-36 max-w-80' : 'min-w-24 max-w-80';
}

interface CellProps {
  column: ReportResponse['columns'][number];
  row: ReportTableRow;
  shape: RowsShape;
  link: ReportColumnShape['link'];
  params: Params;
}

const linkClasses = 'underline-offset-4 hover:underline touch:-my-3 touch:py-3 text-primary';

function Cell({ column, row, shape, link, params }: CellProps) {
  const t = useReportLabels();
  const kinds = useMessages(ledgerMessages).kinds;
  const { virtualLocations } = useMessages(placeMessages);
  const currency = useBaseCurrency();
  const value = row[column.key];
  if (column.type === 'kind')
    return value === 'brought_forward'
      ? t.codes.brought_forward
      : isMoveKind(String(value))
        ? kinds[String(value) as keyof typeof kinds]
        : value;
  if (column.type === 'code') {
    const codes: Readonly<Record<string, string>> = { ...virtualLocations, ...t.codes };
    return codes[String(value)] ?? (value === null ? missingValue : <bdi>{value}</bdi>);
  }
  if (link === 'document' && row['docId'])
    return (
      <DocumentLink
        docType={String(row['docType'])}
        docId={String(row['docId'])}
        docNo={row['docNo'] == null ? null : String(row['docNo'])}
      />
    );
  const cellText = formatReportCell(column, value, currency, row);
  const to = getRowLink(shape, row, link, params);
  if (to)
    return (
      <Link {...to} className={linkClasses}>
        <bdi>{cellText}</bdi>
      </Link>
    );
  return isNumericColumn(column) ? cellText : <bdi>{cellText}</bdi>;
}

/** Returns the link of a cell: to the rows of its item, or to the underlying report. */
function getRowLink(
  shape: RowsShape,
  row: ReportTableRow,
  link: ReportColumnShape['link'],
  { day }: Params,
): LinkProps | null {
  if (link === 'item' && row['itemId']) return linkWithinReport({ item: String(row['itemId']) });
  return link === 'rows' && shape.drillDown
    ? linkWithinReport(getDrillDownParams(shape.drillDown, row, day))
    : null;
}

/** Returns whether rows are sorted by the charted measure, largest first. */
const isSortedByMeasure = ({ chart, order }: RowsShape, { sort }: Params): boolean =>
  chart !== undefined && (sort ?? order) === `-${chart.measure}`;

/**
 * Returns the query for the rows that a row summarizes; for a balance at the end of a day, these are the
 * movements up to that day.
 */
function getDrillDownParams(
  { report, by }: NonNullable<RowsShape['drillDown']>,
  row: ReportTableRow,
  day: string | undefined,
): ReportAddress {
  const rowParams = Object.entries(by).flatMap(([param, cell]) =>
    row[cell] == null ? [] : [[param, String(row[cell])] as const],
  );
  return {
    report,
    by: undefined,
    category: undefined,
    hide: undefined,
    view: undefined,
    ...(day !== undefined && { ...getDaysThrough(day), period: undefined, day: undefined }),
    ...Object.fromEntries(rowParams),
  };
}
