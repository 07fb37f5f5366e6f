import { useRef } from 'react';
import { useListKeys } from '#src/components/form/use-list-keys.ts';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { Column } from './column.ts';
import { tableMessages } from './messages.ts';
import { RowCheck } from './row-check.tsx';
import { RowLink } from './row-link.tsx';
import type { RowsProps } from './rows.ts';
import { SortHead } from './sort-head.tsx';

interface RowTableProps<Row> extends RowsProps<Row> {
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

/** Scrolls inside its own box in both directions, so that the head stays in sight and the page never goes sideways. */
const box =
  'max-h-[max(20rem,calc(100dvh-18rem))] scroll-pt-11 overflow-auto rounded-lg border bg-card print:max-h-none print:overflow-visible';

/** A list as a table. J, K and the arrows go from row to row, Enter opens. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, columns, rows, keyOf, selection, sort, onSort, isBusy } = props;
  const t = useMessages(tableMessages);
  const body = useRef<HTMLTableSectionElement>(null);
  useListKeys(body);
  const chosen = selection ? rows.filter((row) => selection.rows.has(keyOf(row))).length : 0;
  return (
    <div className={box}>
      <table
        aria-label={label}
        aria-busy={isBusy || undefined}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        <thead className="sticky top-0 z-20">
          <tr>
            {selection ? (
              <th className="w-10 border-b bg-card px-3 pe-0 text-start">
                <RowCheck
                  label={t.selectPage}
                  isChecked={rows.length > 0 && chosen === rows.length}
                  isPartial={chosen > 0}
                  onChange={(isChecked) => selection.togglePage(isChecked)}
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <SortHead
                key={column.key}
                label={column.label}
                field={column.sort}
                sort={sort}
                onSort={onSort}
                isNumeric={column.isNumeric ?? false}
                className={column.className}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body} className={cn('transition-opacity', isBusy && 'opacity-60')}>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cellLook = 'border-b px-3 py-1.5';

function TableRow<Row>(props: RowTableProps<Row> & { row: Row }) {
  const { row, columns, keyOf, nameOf, linkOf, openKey, selection, heightClass } = props;
  const t = useMessages(tableMessages);
  const key = keyOf(row);
  const isChosen = selection?.rows.has(key) ?? false;
  return (
    <tr
      data-row
      data-selected={isChosen}
      aria-current={openKey === key || undefined}
      className={cn(
        'relative focus-within:bg-accent/50 hover:bg-accent/50 last:[&>td]:border-b-0',
        'aria-[current]:bg-selected data-[selected=true]:bg-selected',
      )}
    >
      {selection ? (
        <td className={cn(cellLook, 'pe-0')}>
          <RowCheck
            label={t.selectRow(nameOf(row))}
            isChecked={isChosen}
            onChange={(isChecked, isRange) => selection.toggle(key, isChecked, isRange)}
          />
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={cn(cellLook, heightClass, column.isNumeric && 'text-end tabular-nums', column.className)}
        >
          {index === 0 ? (
            <RowLink link={linkOf(row)} className="font-medium outline-offset-4 after:absolute after:inset-0">
              {column.cell(row)}
            </RowLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

interface SkeletonProps<Row> {
  /** What is on its way, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  heightClass: string;
  rows?: number;
}

/** The table before its rows are there: the same heads, and rows of the same height. */
export function SkeletonTable<Row>({ label, columns, heightClass, rows = 12 }: SkeletonProps<Row>) {
  return (
    <div role="status" aria-label={label} className={box}>
      <table aria-hidden="true" className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            {columns.map(({ key, label: head, isNumeric = false, className }) => (
              <SortHead
                key={key}
                label={head}
                field={undefined}
                sort={undefined}
                onSort={() => undefined}
                isNumeric={isNumeric}
                className={className}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            // the rows are alike and never move
            <tr key={row}>
              {columns.map(({ key, isNumeric }, index) => (
                <td key={key} className={cn(cellLook, heightClass)}>
                  <Skeleton className={cn('h-4', index === 0 ? 'w-40' : 'w-16', isNumeric && 'ms-auto')} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
