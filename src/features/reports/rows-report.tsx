import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { ChartColumn, Printer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { rowShapes } from '#domain/reports/row-shapes.ts';
import type { RowsName } from '#domain/reports/shapes.ts';
import type { ReportColumnShape, RowsShape } from '#domain/reports/shape-types.ts';
import { isMoveKind } from '#domain/stock/kinds.ts';
import { type Report, reportQuery, type ReportRow } from '#src/collections/reports/reports.ts';
import { useListView } from '#src/components/data-table/use-list-view.ts';
import { useListKeys } from '#src/components/form/use-list-keys.ts';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { Page } from '#src/components/layout/page.tsx';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { DocumentLink } from '#src/components/ledger/ledger-table.tsx';
import { ledgerMessages } from '#src/components/ledger/messages.ts';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { numeric, Table, TableCell, TableHeader, TableRow } from '#src/components/ui/table.tsx';
import { AsOf } from '#src/entities/figures/as-of.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useToday } from '#src/lib/use-today.ts';
import { Cut, SaveFiles } from './files.tsx';
import { here, type ReportAddress, rowsParams } from './question.ts';
import { RowsChart } from './report-chart.tsx';
import { SortHead } from './report-table.tsx';
import { RowsFilters } from './rows-filters.tsx';
import { cellOf, headOf, isFigure, useReportWords } from './words.ts';

interface RowsReportProps {
  name: RowsName;
  navigation: ReactNode;
}

/** A report of rows: what it is asked, all that it adds up, its rows with what stands behind each, and its files. */
export function RowsReport({ name, navigation }: RowsReportProps) {
  const t = useReportWords();
  const shape: RowsShape = rowShapes[name];
  const address: ReportAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = useListView([
    'from',
    'to',
    'day',
    'within',
    'branch',
    'category',
    'item',
    'supplier',
    'by',
    'basis',
    'kind',
    'hide',
  ]);
  const params = rowsParams(shape, address, useToday());
  const hidden = (view.filters.hide ?? '').split(',').filter((key) => key !== '');
  const lacksItem = shape.required.includes('item') && params.item === undefined;
  const asked = reportQuery(name, params);
  const query = useQuery({ ...asked, enabled: !lacksItem, placeholderData: keepPreviousData });
  const report = query.data;
  const showAll = () =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, all: true as const }),
      replace: true,
    });
  return (
    <Page isWide className="flex flex-col gap-4">
      <div>
        {navigation}
        <PageHeader
          title={t.names[name]}
          context={t.about[name]}
          actions={
            <Button onClick={() => window.print()} disabled={!report || report.total === 0}>
              <Printer aria-hidden="true" />
              {t.print}
            </Button>
          }
          more={<SaveFiles name={name} params={params} report={report} />}
        />
        <RowsFilters shape={shape} params={params} view={view} />
        {params.item === undefined ? null : (
          <Button size="sm" onClick={() => view.set({ item: undefined })}>
            <bdi>{report?.itemName ?? params.item}</bdi> · {t.takeOff}
          </Button>
        )}
      </div>
      {report && !query.isPlaceholderData ? (
        <AsOf
          queryKey={asked.queryKey}
          loadedAt={query.dataUpdatedAt}
          isAsking={query.isFetching}
          onAsk={() => void query.refetch()}
        />
      ) : null}
      {lacksItem ? (
        <EmptyState
          icon={ChartColumn}
          title={t.chooseItem}
          text={t.chooseItemText}
          action={
            <Link to="/reports" search={{ report: 'movement' }} className="text-primary underline">
              {t.names.movement}
            </Link>
          }
        />
      ) : query.isError && !report ? (
        <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : !report ? (
        <SkeletonRows label={t.loading} rows={12} />
      ) : report.total === 0 ? (
        <EmptyState icon={ChartColumn} title={t.none} text={t.noneText} />
      ) : (
        <div className="flex flex-col gap-4">
          <RowsChart
            report={report}
            shape={shape}
            hasLargest={report.rows.length >= report.total || isByFigure(shape, params)}
            linkOf={(row, link) => rowLink(shape, row, link)}
          />
          <div>
            <p className="pb-2 text-muted-foreground text-sm">
              {t.rows(report.total, formatCount(report.total))}
            </p>
            <ColumnChoice report={report} hidden={hidden} onChange={(hide) => view.set({ hide })} />
            <Rows
              report={{ ...report, columns: report.columns.filter(({ key }) => !hidden.includes(key)) }}
              shape={shape}
              params={params}
              onSort={(sort) => view.set({ sort })}
            />
            <Cut report={report} onAll={showAll} />
            <ApiAddress name={name} params={params} />
          </div>
        </div>
      )}
    </Page>
  );
}

interface ColumnChoiceProps {
  report: Report;
  hidden: readonly string[];
  onChange(hide: string | undefined): void;
}

/** Which columns are drawn; it stands in the address, so that whoever gets that sees the same. Files have all of them. */
function ColumnChoice({ report, hidden, onChange }: ColumnChoiceProps) {
  const t = useReportWords();
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key];
    onChange(next.length === 0 ? undefined : next.join(','));
  };
  return (
    <details className="pb-2 text-sm print:hidden">
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-muted-foreground touch:min-h-11">
        {t.chooseColumns}
      </summary>
      <div className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
        {report.columns.slice(1).map((column) => (
          <label key={column.key} className="flex min-h-8 items-center gap-2 touch:min-h-11">
            <input
              type="checkbox"
              checked={!hidden.includes(column.key)}
              onChange={() => toggle(column.key)}
            />
            {headOf(t, column, report.by)}
          </label>
        ))}
      </div>
    </details>
  );
}

/** Where programs get the same rows. */
function ApiAddress({ name, params }: { name: RowsName; params: Params }) {
  const t = useReportWords();
  const asked = Object.entries(params).map(([key, value]) => [key, String(value)]);
  return (
    <p className="pt-3 text-muted-foreground text-xs print:hidden">
      {t.apiAddress}:{' '}
      <code dir="ltr" className="break-words">
        GET /api/reports/{name}?{new URLSearchParams(asked).toString()}
      </code>
    </p>
  );
}

type Params = ReturnType<typeof rowsParams>;

interface RowsProps {
  report: Report;
  shape: RowsShape;
  params: Params;
  onSort(sort: string | undefined): void;
}

function Rows({ report, shape, params, onSort }: RowsProps) {
  const t = useReportWords();
  const money = useMoney();
  const body = useRef<HTMLTableSectionElement>(null);
  useListKeys(body);
  const links = new Map(shape.columns.map((column) => [column.key, column.link]));
  return (
    <Table aria-label={t.table}>
      <TableHeader>
        <tr>
          {report.columns.map((column) => (
            <SortHead
              key={column.key}
              column={column}
              head={headOf(t, column, 'document')}
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
              <TableCell
                key={column.key}
                className={cn(isFigure(column) ? `whitespace-nowrap ${numeric}` : 'min-w-24 max-w-80')}
              >
                <Cell column={column} row={row} shape={shape} link={links.get(column.key)} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
      <tfoot className="border-t bg-muted/40 font-medium">
        <tr>
          {report.columns.map((column, index) => (
            <TableCell key={column.key} className={isFigure(column) ? numeric : undefined}>
              {index === 0
                ? t.total
                : column.hasTotal
                  ? cellOf(column, report.totals[column.key], money)
                  : null}
            </TableCell>
          ))}
        </tr>
      </tfoot>
    </Table>
  );
}

interface CellProps {
  column: Report['columns'][number];
  row: ReportRow;
  shape: RowsShape;
  link: ReportColumnShape['link'];
}

const linkLook = 'underline-offset-4 hover:underline touch:-my-3 touch:py-3 text-primary';

function Cell({ column, row, shape, link }: CellProps) {
  const t = useReportWords();
  const kinds = useMessages(ledgerMessages).kinds;
  const money = useMoney();
  const value = row[column.key];
  if (column.type === 'kind')
    return value === 'brought_forward'
      ? t.codes.brought_forward
      : isMoveKind(String(value))
        ? kinds[String(value) as keyof typeof kinds]
        : value;
  if (column.type === 'code') return (t.codes as Readonly<Record<string, string>>)[String(value)] ?? value;
  if (link === 'document' && row['docId'])
    return (
      <DocumentLink
        docType={String(row['docType'])}
        docId={String(row['docId'])}
        docNo={row['docNo'] == null ? null : String(row['docNo'])}
      />
    );
  const said = cellOf(column, value, money);
  const to = rowLink(shape, row, link);
  if (to)
    return (
      <Link {...to} className={linkLook}>
        <bdi>{said}</bdi>
      </Link>
    );
  return isFigure(column) ? said : <bdi>{said}</bdi>;
}

/** The way to what a cell of a row opens here: the rows of its item, or the report behind it. */
function rowLink(shape: RowsShape, row: ReportRow, link: ReportColumnShape['link']): LinkProps | null {
  if (link === 'item' && row['itemId']) return here({ item: String(row['itemId']) });
  return link === 'rows' && shape.opens ? here(opened(shape.opens, row)) : null;
}

/** Whether rows come by the figure of the picture, the largest first. */
const isByFigure = ({ chart, order }: RowsShape, { sort }: Params): boolean =>
  chart !== undefined && (sort ?? order) === `-${chart.measure}`;

/** The question of the rows behind a row. */
function opened({ report, by }: NonNullable<RowsShape['opens']>, row: ReportRow): ReportAddress {
  const narrowed = Object.entries(by).flatMap(([param, cell]) =>
    row[cell] == null ? [] : [[param, String(row[cell])] as const],
  );
  return { report, by: undefined, category: undefined, ...Object.fromEntries(narrowed) };
}
