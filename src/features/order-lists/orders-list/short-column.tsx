import { lineQuantities } from '#contract/order-rules.ts';
import type { OrderLine } from '#contract/orders.ts';
import { effective } from '#domain/orders/lines.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { formatCount } from '#src/lib/format/format.ts';
import type { OrderColumn } from './order-columns.tsx';

/** How many lines went out short; for lists that were asked for with their lines. */
export function shortColumn(label: string): OrderColumn {
  return {
    key: 'short',
    label,
    isNumeric: true,
    cell: (order) => <ShortLines count={shortLines(order)} />,
    value: shortLines,
  };
}

/** How many lines went out with less than was ordered; null before shipping, and where the list has no lines. */
function shortLines({ shippedAt, items }: OrderRow): number | null {
  if (!items || shippedAt === null) return null;
  return items.filter(isShort).length;
}

function isShort(line: OrderLine): boolean {
  const { shippedMicro, orderMicro } = effective(lineQuantities(line));
  return line.substituteFor === null && shippedMicro < orderMicro;
}

function ShortLines({ count }: { count: number | null }) {
  if (!count) return <span className="text-muted-foreground">{formatCount(count)}</span>;
  return <span className="font-medium text-status-amber">{formatCount(count)}</span>;
}
