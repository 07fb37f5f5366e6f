import type { OrderLine } from '#contract/orders.ts';
import { formatDate } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderMessages } from './messages.ts';

/** Of which lots a line is, and until when each is good; nothing for a line without. */
export function LineLots({ line }: { line: Pick<OrderLine, 'lots' | 'unitSymbol'> }) {
  const t = useMessages(orderMessages).lots;
  if (line.lots.length === 0) return null;
  return (
    <ul aria-label={t.title} className="text-xs tabular-nums">
      {line.lots.map(({ lot, qty, expiry }) => (
        <li key={lot} className="flex flex-wrap gap-x-2">
          <bdi className="break-words font-medium">{lot}</bdi>
          <bdi>{formatAmount(qty, line.unitSymbol)}</bdi>
          {expiry ? <span>{t.goodUntil(formatDate(expiry))}</span> : null}
        </li>
      ))}
    </ul>
  );
}
