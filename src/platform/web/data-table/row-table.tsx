import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useListKeys } from '#platform/web/form/use-list-keys.ts';
import { useRowWindow } from '#platform/web/long-list/use-row-window.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { Column } from './column.ts';
import { tableMessages } from './messages.ts';
import { CheckCell } from './row-check.tsx';
import { RowLink } from './row-link.tsx';
import { findLongestRow } from './longest-row.ts';
import type { RowProps, RowsProps } from './rows.ts';
import { SortHead } from './sort-head.tsx';

interface RowTableProps<Row> extends RowsProps<Row> {
  sort: string | undefined;
  defaultSort?: string | undefined;
  onSort(sort: string | undefined): void;
}

/** The page scrolls, not the list, so the header stays below the top bar. */
const boxClass = 'rounded-lg border bg-card overflow-clip';

/** Lists with more columns than this are as wide as the page. */
export const maxNarrowColumns = 6;

/** A list with few columns is not stretched, so that figures stay near their names. */
function getTableStyle(columns: number): CSSProperties | undefined {
  if (columns > maxNarrowColumns) return undefined;
  return { width: 'fit-content', minWidth: `min(100%, ${8 + 9 * columns}rem)`, maxWidth: '100%' };
}

/** Height of the header, and of a row until measured: Tailwind's `h-9`. */
const estimatedRowPx = 36;
/** Height of the top bar and the header. */
const topInsetPx = 56 + estimatedRowPx;

/** A list as a table. J, K and the arrow keys move between rows, Enter opens. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, columns, rows, getKey, openKey, selection, sort, defaultSort, onSort, isBusy, heightClass } =
    props;
  const t = useMessages(tableMessages);
  const boxRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  useListKeys(bodyRef);
  const keys = rows.map(getKey);
  // The open row is always rendered, because it gets the focus when its panel closes.
  const getPinned = () => [keys.indexOf(openKey ?? '')];
  const { parts } = useRowWindow({ list: bodyRef, keys, estimatedRowPx, topInsetPx, getPinned });
  const isTooWide = useIsTooWide(boxRef);
  const selectedCount = selection ? keys.filter((key) => selection.rows.has(key)).length : 0;
  const cellClasses = columns.map(({ isNumeric, className }, index) =>
    cn(
      cellClass,
      heightClass,
      isNumeric ? 'whitespace-nowrap text-right tabular-nums' : textDirectionClass,
      index === 0 && 'min-w-32',
      className,
    ),
  );
  return (
    // The header is inside the scroll box, and so stays with its rows, only if the table scrolls sideways.
    <div
      ref={boxRef}
      className={cn(boxClass, isTooWide && 'overflow-x-auto')}
      style={getTableStyle(columns.length)}
    >
      <table
        aria-label={label}
        aria-busy={isBusy || undefined}
        aria-rowcount={rows.length + 1}
        className="w-full border-separate border-spacing-0 text-sm"
      >
        <thead className={isTooWide ? undefined : 'sticky top-(--bars-block) z-20'}>
          <tr aria-rowindex={1}>
            {selection ? (
              <CheckCell
                as="th"
                className={cn(checkClass, 'bg-card')}
                label={t.selectPage}
                isChecked={rows.length > 0 && selectedCount === rows.length}
                isPartial={selectedCount > 0}
                onChange={(isChecked) => selection.togglePage(isChecked)}
              />
            ) : null}
            {columns.map((column) => (
              <SortHead
                key={column.key}
                label={column.label}
                field={column.sort}
                sort={sort}
                defaultSort={defaultSort}
                onSort={onSort}
                isNumeric={column.isNumeric ?? false}
                className={column.className}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef} className={cn('transition-opacity', isBusy && 'opacity-60')}>
          {parts.some((part) => 'px' in part) ? (
            <WidestCells
              columns={columns}
              rows={rows}
              cellClasses={cellClasses}
              hasCheck={selection !== null}
            />
          ) : null}
          {parts.map((part) => {
            if ('px' in part)
              return <tr key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
            const row = rows[part.index];
            const key = keys[part.index];
            return row === undefined || key === undefined ? null : (
              <TableRow
                key={key}
                row={row}
                rowKey={key}
                index={part.index}
                columns={columns}
                cellClasses={cellClasses}
                getName={props.getName}
                links={props.links}
                isOpen={openKey === key}
                isSelected={selection?.rows.has(key) ?? false}
                toggle={selection?.toggle ?? null}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Whether the table is wider than its box. Measured after layout and before paint; earlier would force a
 * layout of an unfinished page.
 */
function useIsTooWide(boxRef: RefObject<HTMLDivElement | null>): boolean {
  const [isTooWide, setTooWide] = useState(false);
  useLayoutEffect(() => {
    const [boxElement, table] = [boxRef.current, boxRef.current?.querySelector('table')];
    if (!boxElement || !table) return;
    let wasTooWide = false;
    const sizes = new ResizeObserver(() => {
      const isTooWideNow = table.offsetWidth > boxElement.clientWidth + 1;
      if (isTooWideNow === wasTooWide) return;
      wasTooWide = isTooWideNow;
      flushSync(() => setTooWide(isTooWideNow));
    });
    sizes.observe(boxElement);
    sizes.observe(table);
    return () => sizes.disconnect();
  }, [boxRef]);
  return isTooWide;
}

const cellClass = 'border-b px-2 xl:max-2xl:px-1.5 rtl:xl:max-2xl:px-1 2xl:px-3 py-1.5';
/** Names keep their own text direction but align with their column. */
const textDirectionClass = 'text-left [unicode-bidi:plaintext] rtl:text-right';

const TableRow = memo(function TableRow<Row>(props: RowProps<Row> & { cellClasses: readonly string[] }) {
  const { row, rowKey, index, columns, cellClasses, getName, links, isOpen, isSelected, toggle } = props;
  const t = useMessages(tableMessages);
  return (
    <tr
      data-row={rowKey}
      data-selected={isSelected}
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      className="relative focus-within:bg-accent/50 hover:bg-accent/50 aria-[current]:bg-selected data-[selected=true]:bg-selected last:[&>td]:border-b-0"
    >
      {toggle ? (
        <CheckCell
          as="td"
          className={checkClass}
          label={t.selectRow(getName(row))}
          isChecked={isSelected}
          onChange={(isChecked, isRange) => toggle(rowKey, isChecked, isRange)}
        />
      ) : null}
      {columns.map((column, index) => (
        <td key={column.key} className={cellClasses[index]}>
          {index === 0 ? (
            <RowLink
              href={links.getHref(row)}
              onOpen={() => links.open(row)}
              className="scroll-mt-12 font-medium outline-offset-4 after:absolute after:inset-0"
            >
              {column.cell(row)}
            </RowLink>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: RowProps<Row> & { cellClasses: readonly string[] }) => ReactNode;

/** Above the row's link; wide enough for a thumb. */
const checkClass = 'relative z-10 w-10 border-b px-3 py-1.5 text-start touch:w-12 touch:px-4';

interface WidestCellsProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  cellClasses: readonly string[];
  hasCheck: boolean;
}

/**
 * A row without height that contains the longest cell of every column, so that widths don't change with the
 * rendered rows.
 */
function WidestCells<Row>({ columns, rows, cellClasses, hasCheck }: WidestCellsProps<Row>) {
  return (
    <tr aria-hidden="true" inert className="collapse">
      {hasCheck ? <td className={checkClass} /> : null}
      {columns.map((column, index) => {
        const row = findLongestRow(rows, column);
        return (
          <td key={column.key} className={cn(cellClasses[index], index === 0 && 'font-medium')}>
            {row && column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

interface SkeletonProps<Row> {
  /** Accessible name of the loading state. */
  label: string;
  columns: readonly Column<Row>[];
  heightClass: string;
  /** The skeleton of cards: no headers, and only as many rows as fit. */
  isCards?: boolean;
  rows?: number;
}

/** Skeleton of a table with the same headers and row height. */
export function SkeletonTable<Row>(props: SkeletonProps<Row>) {
  const { label, columns, heightClass, isCards = false, rows = 12 } = props;
  return (
    <div
      role="status"
      aria-label={label}
      className={cn(boxClass, 'overflow-x-auto')}
      style={getTableStyle(columns.length)}
    >
      <table
        aria-hidden="true"
        className={cn(
          'w-full border-separate border-spacing-0 text-sm',
          isCards && '[&_td:nth-child(n+3)]:hidden',
        )}
      >
        <thead className={isCards ? 'hidden' : undefined}>
          <tr>
            {columns.map(({ key, label: header, isNumeric = false, className }) => (
              <SortHead
                key={key}
                label={header}
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
            // The rows are identical and never reordered.
            <tr key={row}>
              {columns.map(({ key, isNumeric }, index) => (
                <td key={key} className={cn(cellClass, heightClass)}>
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
