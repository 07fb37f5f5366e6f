import { Fragment, type ReactNode } from 'react';
import type { OrderLine } from '../shapes.ts';
import type { FulfilmentQuantity } from '../line-quantities.ts';
import {
  numericCell,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#platform/web/ui/table.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatPieces, formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { useMedia } from '#platform/web/use-media.ts';
import { LineLots } from '#modules/lots/web/line-lots.tsx';
import { orderMessages } from './order-messages.ts';

export type QuantityColumn = 'orderQty' | FulfilmentQuantity;

interface LinesTableProps {
  orderNo: string;
  lines: readonly OrderLine[];
  /** Quantities to show, in this order. */
  columns: readonly QuantityColumn[];
  /** Custom cells of columns, such as inputs. */
  cells?: Partial<Record<QuantityColumn, (line: OrderLine) => ReactNode>>;
  /** Content below a line, across the row, such as an error or a reason. */
  below?(line: OrderLine): ReactNode;
  /** Last column without a header, for line actions. */
  actions?(line: OrderLine): ReactNode;
}

/** An order's lines with their quantities side by side. */
export function LinesTable({ orderNo, lines, columns, cells = {}, below, actions }: LinesTableProps) {
  const t = useMessages(orderMessages);
  const isWide = useMedia('(min-width: 640px)');
  if (lines.length === 0)
    return <p className="py-6 text-center text-muted-foreground text-sm">{t.noLines}</p>;
  // On a phone, more than two quantities, or an input next to a quantity, are in a separate row below the
  // item.
  const isStacked = !isWide && columns.length > (Object.keys(cells).length > 0 ? 1 : 2);
  const renderItem = (line: OrderLine) => (
    <TableCell
      className={cn('ps-3 pe-1 align-top', isStacked && 'pb-0')}
      colSpan={isStacked ? columns.length + (actions ? 1 : 0) : undefined}
    >
      <LineItem line={line} lines={lines} />
      {below?.(line)}
    </TableCell>
  );
  return (
    <Table
      aria-label={t.linesLabel(orderNo)}
      data-quantity-grid
      className={isStacked ? 'table-fixed' : undefined}
    >
      <TableHeader>
        <tr>
          {isStacked ? null : <TableHead className="ps-3 pe-1">{t.columns.item}</TableHead>}
          {columns.map((column) => (
            <TableHead key={column} className="px-2 text-end last:pe-3 max-sm:px-1.5 max-sm:last:pe-2">
              {t.columns[column]}
            </TableHead>
          ))}
          {actions ? <td className="w-10 border-b" /> : null}
        </tr>
      </TableHeader>
      <TableBody>
        {lines.map((line) => (
          <Fragment key={line.lineId}>
            {isStacked ? <tr className="!border-b-0">{renderItem(line)}</tr> : null}
            <TableRow className={isStacked ? '!border-t-0' : undefined}>
              {isStacked ? null : renderItem(line)}
              {columns.map((column) => (
                <TableCell
                  key={column}
                  className={cn(
                    numericCell,
                    !isStacked && 'whitespace-nowrap',
                    'px-2 align-top last:pe-3 max-sm:px-1.5 max-sm:last:pe-2',
                  )}
                >
                  {cells[column] ? (
                    cells[column](line)
                  ) : (
                    <Quantity
                      value={line[column]}
                      unit={line.unitSymbol}
                      pieces={column === 'pickedQty' || column === 'shippedQty' ? line.pieces : null}
                    />
                  )}
                </TableCell>
              ))}
              {actions ? <TableCell className="w-10 px-0 align-top">{actions(line)}</TableCell> : null}
            </TableRow>
          </Fragment>
        ))}
      </TableBody>
    </Table>
  );
}

interface QuantityProps {
  value: number | null;
  unit: string;
  /** For catch weight items. */
  pieces?: number | null;
}

/** A quantity with its unit dimmed and its pieces below; a dash if not set. */
export function Quantity({ value, unit, pieces = null }: QuantityProps) {
  return (
    <bdi>
      {formatQuantity(value, unit)}
      {value === null ? null : (
        <span className="ps-1 text-muted-foreground text-xs">{formatUnitName(value, unit)}</span>
      )}
      {value === null || pieces === null ? null : (
        <span className="block text-muted-foreground text-xs">{formatPieces(pieces)}</span>
      )}
    </bdi>
  );
}

function LineItem({ line, lines }: { line: OrderLine; lines: readonly OrderLine[] }) {
  const t = useMessages(orderMessages);
  const formatReason = useReasonText();
  const original = lines.find((other) => other.lineId === line.substituteFor);
  return (
    <div className="min-w-28 max-sm:min-w-20">
      <p className="break-words">{line.itemName}</p>
      <p className="text-muted-foreground text-xs">
        {line.itemCode}
        {line.itemNameAlt ? (
          <span>
            {' · '}
            <bdi>{line.itemNameAlt}</bdi>
          </span>
        ) : null}
      </p>
      <LineLots line={line} />
      {original ? <p className="text-muted-foreground text-xs">{t.substitute(original.itemName)}</p> : null}
      {line.temperature === undefined ? null : (
        <p className="text-muted-foreground text-xs">{t.temperature(String(line.temperature))}</p>
      )}
      {line.reason ? <p className="text-status-amber text-xs">{formatReason(line)}</p> : null}
      {line.note ? (
        <p className="text-muted-foreground text-xs">
          <bdi>“{line.note}”</bdi>
        </p>
      ) : null}
    </div>
  );
}
