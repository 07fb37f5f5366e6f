import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import type { ReportColumn } from '../shapes.ts';
import type { ReportResponse } from '../shapes.ts';
import type { ReportTableRow } from './queries/reports.ts';
import { useTimeName } from '#platform/web/charts/use-time-name.ts';
import { useListKeys } from '#platform/web/form/use-list-keys.ts';
import { DocumentLink } from '#modules/stock-ledger/web/ledger-table.tsx';
import { numericCell, Table, TableCell, TableHead, TableHeader, TableRow } from '#platform/web/ui/table.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { buildDrillDownAddress, linkWithinReport, type GroupedReportQuery } from './report-address.ts';
import {
  formatReportCell,
  getColumnHeading,
  isNumericColumn,
  getRowLabel,
  useReportLabels,
} from './report-labels.ts';

interface ReportTableProps {
  report: ReportResponse;
  request: GroupedReportQuery;
  onSort(sort: string | undefined): void;
}

/** Table of a grouped report with totals. A row links to its documents; a document opens itself. */
export function ReportTable({ report, request, onSort }: ReportTableProps) {
  const t = useReportLabels();
  const body = useRef<HTMLTableSectionElement>(null);
  useListKeys(body);
  const currency = useBaseCurrency();
  const { by, params } = request;
  const timeName = useTimeName(by, params);
  const columns = report.columns.filter(({ key }) => key !== 'unit' || by !== 'item');
  return (
    <Table aria-label={t.table}>
      <TableHeader>
        <tr>
          {columns.map((column) => (
            <ReportSortHead
              key={column.key}
              column={column}
              heading={getColumnHeading(t, column, by)}
              sort={request.params.sort}
              onSort={onSort}
            />
          ))}
        </tr>
      </TableHeader>
      <tbody ref={body} className="divide-y">
        {report.rows.map((row) => (
          <TableRow key={String(row['key'])} data-row className="relative">
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} request={request} timeName={timeName} />
            ))}
          </TableRow>
        ))}
      </tbody>
      <tfoot className="border-t bg-muted/40 font-medium">
        <tr>
          {columns.map((column, index) => (
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

interface CellProps {
  column: ReportColumn;
  row: ReportTableRow;
  request: GroupedReportQuery;
  timeName: ReturnType<typeof useTimeName>;
}

function Cell({ column, row, request, timeName }: CellProps) {
  const t = useReportLabels();
  const currency = useBaseCurrency();
  const { by } = request;
  const { key } = column;
  if (key === 'label') {
    const label = timeName(String(row['key']), getRowLabel(t, row, by));
    if (by === 'document')
      return (
        <TableCell className="whitespace-nowrap">
          <DocumentLink docType={String(row['docType'])} docId={String(row['docId'])} docNo={label} />
        </TableCell>
      );
    const link = linkWithinReport(buildDrillDownAddress(request, String(row['key'])));
    return (
      <TableCell className="min-w-36 max-w-96 print:min-w-0">
        {/* The link covers the whole row. */}
        <Link
          {...link}
          data-row-link
          className="font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          <bdi>{label}</bdi>
        </Link>
      </TableCell>
    );
  }
  const quantity = column.type === 'quantity' && by === 'item' ? row[key] : null;
  const unit = quantity == null ? '' : formatUnitName(Number(quantity), String(row['unit'] ?? ''));
  return (
    <TableCell className={cn('whitespace-nowrap', isNumericColumn(column) && numericCell)}>
      {formatReportCell(column, row[key], currency, row)}
      {unit === '' ? null : <span className="text-muted-foreground text-xs"> {unit}</span>}
    </TableCell>
  );
}

interface ReportSortHeadProps {
  column: ReportColumn;
  heading: string;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

/**
 * Sortable column heading: numbers sort descending first, text ascending; a second click reverses the order.
 */
export function ReportSortHead({ column, heading, sort, onSort }: ReportSortHeadProps) {
  const t = useReportLabels();
  const { key } = column;
  const isSorted = sort?.replace(/^-/, '') === key;
  const isDescending = isSorted && sort?.startsWith('-');
  const initialSort = isNumericColumn(column) ? `-${key}` : key;
  const next = !isSorted ? initialSort : sort === initialSort ? (isDescending ? key : `-${key}`) : undefined;
  const Icon = isDescending ? ArrowDown : ArrowUp;
  return (
    <TableHead
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
      className={cn(isNumericColumn(column) && numericCell)}
    >
      <button
        type="button"
        title={t.sortBy(heading)}
        onClick={() => onSort(next)}
        className="inline-flex min-h-8 items-center gap-1 hover:text-foreground touch:min-h-11"
      >
        {heading}
        {isSorted ? <Icon aria-hidden="true" className="size-3" /> : null}
      </button>
    </TableHead>
  );
}
