import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComparedOrders } from '#modules/reports/figures-shapes.ts';
import { StatusPill } from '../../status-pill.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatChange, formatDay, formatQuantity } from '#platform/web/format/format.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { useMedia } from '#platform/web/use-media.ts';
import type { OrderComparisonLine } from './compare-rows.ts';
import { compareMessages } from './messages.ts';

type Column = ComparedOrders['columns'][number];

interface CompareTableProps {
  comparison: ComparedOrders;
  lines: readonly OrderComparisonLine[];
  showsValues: boolean;
  /** Days over which branches are compared. */
  days: { from: string; to: string };
  getColumnName(column: Column): string;
}

/** Comparison table: items as rows, columns side by side, or as cards on narrow screens. */
export function CompareTable(props: CompareTableProps) {
  const t = useMessages(compareMessages);
  const { comparison, getColumnName } = props;
  const isWide = useMedia(`(min-width: ${comparison.columns.length > 3 ? 1200 : 768}px), print`);
  const [first] = comparison.columns;
  return (
    <section className="flex flex-col gap-2">
      <p className="text-muted-foreground text-xs">{t.rule(first ? getColumnName(first) : '')}</p>
      {isWide ? <WideTable {...props} /> : <Cards {...props} />}
    </section>
  );
}

/** Column name, linked to its orders. */
function ColumnName({
  column,
  columnType,
  days,
  getColumnName,
}: { column: Column; columnType: ComparedOrders['columnType'] } & Pick<
  CompareTableProps,
  'days' | 'getColumnName'
>) {
  const { key } = column;
  const search = { orders: { order: key }, branches: { branch: key, ...days }, days: { from: key, to: key } }[
    columnType
  ];
  return (
    <Link
      to="/branch-orders"
      search={search as LinkProps['search']}
      className="wrap-anywhere font-medium text-primary underline-offset-4 hover:underline touch:min-h-11"
    >
      <bdi>{getColumnName(column)}</bdi>
    </Link>
  );
}

/** Details of a column: branch and status of an order, otherwise the number of orders. */
function ColumnDetails({ column, columnType }: { column: Column; columnType: ComparedOrders['columnType'] }) {
  const t = useMessages(compareMessages);
  if (columnType !== 'orders') return <>{t.orders(column.orders)}</>;
  return (
    <>
      <bdi>{column.branchName}</bdi> · {formatDay(column.deliveryDate)}
      {column.status === null ? null : (
        <span className="mt-1 block">
          <StatusPill status={column.status} />
        </span>
      )}
    </>
  );
}

function WideTable({ comparison, lines, showsValues, days, getColumnName }: CompareTableProps) {
  const t = useMessages(compareMessages);
  const money = useMoney();
  const { columnType, columns } = comparison;
  const sum = (read: (column: Column) => number) =>
    columns.reduce((total, column) => total + read(column), 0);
  return (
    <table aria-label={t.table} className="w-full border-collapse bg-card text-sm">
      <thead>
        <tr className="border-b align-bottom [&_th]:px-2 [&_th]:py-2 [&_th]:font-medium">
          <th scope="col" className="text-start text-muted-foreground text-xs">
            {t.item}
          </th>
          {columns.map((column) => (
            <th key={column.key} scope="col" className="text-right">
              <ColumnName column={column} columnType={columnType} days={days} getColumnName={getColumnName} />
              <div className="font-normal text-muted-foreground text-xs">
                <ColumnDetails column={column} columnType={columnType} />
              </div>
            </th>
          ))}
          <th scope="col" className="text-right text-muted-foreground text-xs">
            {t.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.itemId} className="border-b [&>*]:px-2 [&>*]:py-1.5">
            <th scope="row" className="text-start font-normal">
              <bdi className="font-medium">{line.itemName}</bdi>{' '}
              <bdi className="text-muted-foreground text-xs">{line.itemCode}</bdi>
            </th>
            {columns.map(({ key }, index) => (
              <td key={key} className="text-right tabular-nums">
                <Quantity line={line} index={index} />
              </td>
            ))}
            <td className="text-right font-medium tabular-nums">
              <bdi>
                {formatQuantity(line.total, line.unit)}{' '}
                <span className="font-normal text-muted-foreground text-xs">
                  {formatUnitName(line.total, line.unit)}
                </span>
              </bdi>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="[&>*]:px-2 [&>*]:py-1.5">
          <th scope="row" className="text-start font-medium">
            {t.total}
          </th>
          {columns.map((column) => (
            <td key={column.key} className="text-right text-xs tabular-nums">
              {t.lines(column.lines)}
              {showsValues ? <div className="text-sm">{money(column.value)}</div> : null}
            </td>
          ))}
          <td className="text-right font-medium text-xs tabular-nums">
            {t.lines(sum(({ lines: count }) => count))}
            {showsValues ? <div className="text-sm">{money(sum(({ value }) => value ?? 0))}</div> : null}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A column's quantity and its difference from the first column. */
function Quantity({ line, index }: { line: OrderComparisonLine; index: number }) {
  const quantity = line.quantities[index] ?? null;
  const difference = line.differences[index] ?? 0;
  return (
    <>
      {formatQuantity(quantity, line.unit)}
      {index === 0 || difference === 0 ? null : (
        <div className={cn('text-xs', difference < 0 ? 'text-status-red' : 'text-muted-foreground')}>
          {formatChange(difference, line.unit)}
        </div>
      )}
    </>
  );
}

function Cards({ comparison, lines, showsValues, days, getColumnName }: CompareTableProps) {
  const t = useMessages(compareMessages);
  const money = useMoney();
  const { columnType, columns } = comparison;
  return (
    <>
      <ul className="divide-y rounded-md border bg-card text-sm">
        {columns.map((column) => (
          <li key={column.key} className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-2">
            <span className="min-w-0">
              <ColumnName column={column} columnType={columnType} days={days} getColumnName={getColumnName} />
              <span className="block text-muted-foreground text-xs">
                <ColumnDetails column={column} columnType={columnType} />
              </span>
            </span>
            <span className="text-end text-xs tabular-nums">
              {t.lines(column.lines)}
              {showsValues ? <span className="block text-sm">{money(column.value)}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <ul aria-label={t.table} className="flex flex-col gap-2">
        {lines.map((line) => (
          <li key={line.itemId} className="rounded-md border bg-card px-3 py-2 text-sm">
            <p>
              <bdi className="font-medium">{line.itemName}</bdi>{' '}
              <bdi className="text-muted-foreground text-xs">{line.itemCode}</bdi>
            </p>
            <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 pt-1">
              {columns.map((column, index) => (
                <div key={column.key} className="col-span-full grid grid-cols-subgrid border-t py-1">
                  <dt className="truncate text-muted-foreground">
                    <bdi>{getColumnName(column)}</bdi>
                  </dt>
                  <dd className="text-end tabular-nums">
                    <Quantity line={line} index={index} />
                  </dd>
                </div>
              ))}
              <div className="col-span-full grid grid-cols-subgrid border-t py-1 font-medium">
                <dt>{t.total}</dt>
                <dd className="text-end tabular-nums">
                  <bdi>
                    {formatQuantity(line.total, line.unit)} {formatUnitName(line.total, line.unit)}
                  </bdi>
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
