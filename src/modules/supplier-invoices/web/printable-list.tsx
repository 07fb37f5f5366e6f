import { Printer } from 'lucide-react';
import type { Column } from '#platform/web/data-table/column.ts';
import { DataList, type DataListProps, type ListQuery } from '#platform/web/data-table/data-list.tsx';
import { getLocalPage, getLocalRows } from '#platform/web/data-table/local-page.ts';
import type { ListView } from '#platform/web/data-table/use-list-view.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { printContent } from '#platform/documents/web/printout.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { invoiceMessages } from './messages.ts';

export const printableListPageSize = 100;

/** Printed rows are limited to one server page. */
const maxPrintedRows = 500;

interface PrintableListProps<Row> extends Omit<DataListProps<Row>, 'label' | 'texts' | 'pageSize'> {
  /** List title, also printed. */
  title: string;
  /** Totals of all matching rows. */
  totals: string;
}

/** A list with totals that can be exported and printed: GRNI and expected credits. */
export function PrintableList<Row>({ title, totals, ...list }: PrintableListProps<Row>) {
  const t = useMessages(invoiceMessages).openItems;
  const { columns, query, fetchPage, getKey } = list;
  const total = query.data?.total ?? 0;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <p role="status" className="me-auto text-sm tabular-nums">
          <bdi>{totals}</bdi>
        </p>
        <Button
          disabled={total === 0}
          onClick={async () => {
            const { rows } = await fetchPage(
              { page: 1, limit: maxPrintedRows },
              new AbortController().signal,
            );
            const note =
              rows.length < total ? ` ${t.printedFirst(formatCount(rows.length), formatCount(total))}` : '';
            printContent(
              <ListPrintout
                title={title}
                totals={`${totals}${note}`}
                columns={columns}
                rows={rows}
                getKey={getKey}
              />,
              'list',
            );
          }}
        >
          <Printer aria-hidden="true" />
          {t.print}
        </Button>
      </div>
      <DataList<Row> {...list} label={title} texts={t} pageSize={printableListPageSize} />
    </>
  );
}

/** Searches, sorts and pages a completely loaded list on the client. */
export function useLocalList<Row>(
  query: ListQuery<Row>,
  view: ListView,
  columns: readonly Column<Row>[],
): { matchingRows: Row[] } & Pick<DataListProps<Row>, 'query' | 'view' | 'columns' | 'fetchPage'> {
  const { data } = query;
  const local = { q: view.q, sort: view.sort };
  const matchingRows = data ? getLocalRows(data.rows, columns, local) : [];
  return {
    matchingRows,
    view,
    columns,
    query: {
      ...query,
      data:
        data && getLocalPage(data, columns, { ...local, page: view.page, pageSize: printableListPageSize }),
    },
    fetchPage: () =>
      Promise.resolve({
        rows: matchingRows,
        skipped: data?.skipped ?? 0,
        total: matchingRows.length,
        totalCapped: false,
      }),
  };
}

interface ListPrintoutProps<Row> {
  title: string;
  totals: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey(row: Row): string;
}

function ListPrintout<Row>({ title, totals, columns, rows, getKey }: ListPrintoutProps<Row>) {
  const printedColumns = columns.filter(({ value }) => value !== undefined);
  return (
    <div className="text-xs">
      <h1 className="pb-1 font-semibold text-lg">{title}</h1>
      <p className="pb-4">{totals}</p>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-black border-b">
            {printedColumns.map(({ key, label, isNumeric }) => (
              <th key={key} className={isNumeric ? 'py-1 text-end' : 'py-1 text-start'}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={getKey(row)} className="break-inside-avoid border-black/30 border-b">
              {printedColumns.map(({ key, cell, isNumeric }) => (
                <td key={key} className={isNumeric ? 'py-1 text-end tabular-nums' : 'py-1 pe-2'}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
