import type { LinkProps } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TolerantList } from '#contract/tolerant.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import type { FilterSelect } from '#src/components/data-table/filter-bar.tsx';
import { localPage, localRows } from '#src/components/data-table/local-page.ts';
import type { ListView } from '#src/components/data-table/use-list-view.ts';
import { Button } from '#src/components/ui/button.tsx';
import { PrintAlone, usePaper } from '#src/entities/document/print-alone.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { invoiceMessages } from './messages.ts';

const pageSize = 100;

interface WaitingListProps<Row> {
  /** Names it on the device and in files. */
  name: string;
  /** What it is called, on paper, too. */
  title: string;
  query: {
    data: TolerantList<Row> | undefined;
    error: Error | null;
    isPlaceholderData: boolean;
    dataUpdatedAt: number;
    refetch(): unknown;
  };
  view: ListView;
  columns: readonly Column<Row>[];
  filters: readonly FilterSelect[];
  moreFilters?: ReactNode;
  keyOf(row: Row): string;
  nameOf(row: Row): string;
  linkOf(row: Row): LinkProps;
  /** What all rows that are found come to. */
  totals(rows: readonly Row[]): string;
  empty: ReactNode;
}

/** What waits for an invoice or a credit note: all of it here, with what it comes to, as a file and on paper. */
export function WaitingList<Row>({ title, query, view, columns, totals, ...rest }: WaitingListProps<Row>) {
  const t = useMessages(invoiceMessages).waiting;
  // On paper stands every row, not the page that is shown.
  const { isPrinting, print } = usePaper();
  const { data } = query;
  const local = { q: view.q, sort: view.sort };
  const found = data ? localRows(data.rows, columns, local) : [];
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <p role="status" className="me-auto text-sm tabular-nums">
          <bdi>{data ? totals(found) : ''}</bdi>
        </p>
        <Button disabled={found.length === 0} onClick={print}>
          <Printer aria-hidden="true" />
          {t.print}
        </Button>
      </div>
      <DataList<Row>
        {...rest}
        label={title}
        texts={t}
        columns={columns}
        query={{ ...query, data: data && localPage(data, columns, { ...local, page: view.page, pageSize }) }}
        view={view}
        pageSize={pageSize}
        fetchPage={() =>
          Promise.resolve({
            rows: found,
            skipped: data?.skipped ?? 0,
            total: found.length,
            totalCapped: false,
          })
        }
      />
      {isPrinting ? (
        <PrintAlone>
          <Paper title={title} totals={totals(found)} columns={columns} rows={found} keyOf={rest.keyOf} />
        </PrintAlone>
      ) : null}
    </>
  );
}

interface PaperProps<Row> {
  title: string;
  totals: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string;
}

function Paper<Row>({ title, totals, columns, rows, keyOf }: PaperProps<Row>) {
  const printed = columns.filter(({ value }) => value !== undefined);
  return (
    <div className="bg-white text-black text-xs">
      <style>{'@page { size: auto; margin: 14mm } @media print { html { color-scheme: light } }'}</style>
      <h1 className="pb-1 font-semibold text-lg">{title}</h1>
      <p className="pb-4">{totals}</p>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-black border-b">
            {printed.map(({ key, label, isNumeric }) => (
              <th key={key} className={isNumeric ? 'py-1 text-end' : 'py-1 text-start'}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="break-inside-avoid border-black/30 border-b">
              {printed.map(({ key, cell, isNumeric }) => (
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
