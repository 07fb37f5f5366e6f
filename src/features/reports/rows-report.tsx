import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChartColumn, Printer } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { isOwnPlace } from '#domain/permissions.ts';
import { rowShapes } from '#domain/reports/row-shapes.ts';
import type { RowsName } from '#domain/reports/shapes.ts';
import type { ReportColumnShape, RowsShape } from '#domain/reports/shape-types.ts';
import { isMoveKind } from '#domain/stock/kinds.ts';
import { itemCategoriesQuery } from '#src/collections/items/item-categories.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { type Report, reportQuery, type ReportRow } from '#src/collections/reports/reports.ts';
import { DateRange } from '#src/components/data-table/date-range.tsx';
import { FilterBar } from '#src/components/data-table/filter-bar.tsx';
import { useListView } from '#src/components/data-table/use-list-view.ts';
import { useListKeys } from '#src/components/form/use-list-keys.ts';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { Page } from '#src/components/layout/page.tsx';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { DocumentLink } from '#src/components/ledger/ledger-table.tsx';
import { ledgerMessages } from '#src/components/ledger/messages.ts';
import { Button } from '#src/components/ui/button.tsx';
import { DateInput } from '#src/components/ui/date-input.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { numeric, Table, TableCell, TableHeader, TableRow } from '#src/components/ui/table.tsx';
import { AsOf } from '#src/entities/figures/as-of.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useToday } from '#src/lib/use-today.ts';
import { Cut, SaveFiles } from './files.tsx';
import { here, type ReportAddress, rowsParams } from './question.ts';
import { SortHead } from './report-table.tsx';
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
        <Filters shape={shape} params={params} view={view} />
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
type View = ReturnType<
  typeof useListView<
    | 'from'
    | 'to'
    | 'day'
    | 'within'
    | 'branch'
    | 'category'
    | 'item'
    | 'supplier'
    | 'by'
    | 'basis'
    | 'kind'
    | 'hide'
  >
>;

function Filters({ shape, params, view }: { shape: RowsShape; params: Params; view: View }) {
  const t = useReportWords();
  const user = useUser();
  const takes = (name: RowsShape['params'][number]) => shape.params.includes(name);
  const branches = (useQuery(branchesQuery()).data ?? [])
    .filter(({ _id, isActive }) => isActive && isOwnPlace(user, _id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const categories = useQuery(itemCategoriesQuery()).data ?? [];
  const choice = (
    key: 'branch' | 'category',
    label: string,
    all: string,
    rows: { _id: string; name: string }[],
  ) => (takes(key) ? [{ key, label, all, choices: rows.map(({ _id, name }) => ({ id: _id, name })) }] : []);
  const pick = (key: 'by' | 'basis', label: string, words: Readonly<Record<string, string>>) => (
    <Select
      aria-label={label}
      className="w-auto"
      value={params[key] ?? Object.keys(words)[0]}
      onChange={(event) => view.set({ [key]: event.currentTarget.value })}
    >
      {Object.entries(words).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
  return (
    <FilterBar
      view={view}
      filters={[
        ...choice('branch', t.branch, t.allBranches, branches),
        ...choice('category', t.category, t.allCategories, categories),
      ]}
      more={
        <>
          {takes('days') ? (
            <DateRange
              view={{ ...view, filters: { from: params.from ?? '', to: params.to ?? '' } }}
              label={t.days}
              fromLabel={t.from}
              toLabel={t.to}
            />
          ) : null}
          {takes('day') ? (
            <DateInput
              className="w-36"
              aria-label={t.columns.day}
              value={params.day ?? ''}
              onChange={(event) => view.set({ day: event.currentTarget.value || undefined })}
            />
          ) : null}
          {takes('within') ? (
            <label className="flex items-center gap-2 text-muted-foreground text-sm">
              {t.within}
              <Select
                className="w-auto"
                value={params.within ?? '7'}
                onChange={(event) => view.set({ within: event.currentTarget.value })}
              >
                {['0', '3', '7', '14', '30', '90'].map((days) => (
                  <option key={days}>{days}</option>
                ))}
              </Select>
            </label>
          ) : null}
          {takes('by') ? pick('by', t.asKnown, t.knownBy) : null}
          {takes('basis') ? pick('basis', t.byPrices, t.bases) : null}
        </>
      }
    />
  );
}

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
  if (link === 'item' && row['itemId'])
    return (
      <Link {...here({ item: String(row['itemId']) })} className={linkLook}>
        <bdi>{said}</bdi>
      </Link>
    );
  if (link === 'rows' && shape.opens)
    return (
      <Link {...here(opened(shape.opens, row))} className={linkLook}>
        <bdi>{said}</bdi>
      </Link>
    );
  return isFigure(column) ? said : <bdi>{said}</bdi>;
}

/** The question of the rows behind a row. */
function opened({ report, by }: NonNullable<RowsShape['opens']>, row: ReportRow): ReportAddress {
  const narrowed = Object.entries(by).flatMap(([param, cell]) =>
    row[cell] == null ? [] : [[param, String(row[cell])] as const],
  );
  return { report, by: undefined, category: undefined, ...Object.fromEntries(narrowed) };
}
