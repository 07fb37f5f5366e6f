import type { OrderLine } from '#modules/orders/shapes.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { Expiry, type ExpiryLimits } from './expiry.tsx';
import { lotMessages } from './lot-messages.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';

interface LineLotsProps extends ExpiryLimits {
  line: Pick<OrderLine, 'lots' | 'otherLots' | 'unitSymbol'>;
}

/**
 * Lots of a line with expiry dates, and different lots that were received; renders nothing for a line without
 * lots.
 */
export function LineLots({ line, ...limits }: LineLotsProps) {
  const t = useMessages(lotMessages);
  const { lots, otherLots = [] } = line;
  if (lots.length + otherLots.length === 0) return null;
  return (
    <ul aria-label={t.title} className="text-xs tabular-nums">
      {lots.map(({ lot, qty, expiry }) => (
        <li key={lot} className="flex flex-wrap gap-x-2">
          <bdi className="break-words font-medium">{lot || t.none}</bdi>
          <bdi>{formatAmount(qty, line.unitSymbol)}</bdi>
          <Expiry expiry={expiry} {...limits} />
        </li>
      ))}
      {otherLots.map(({ lot, expiry, receivedQty, damagedQty }) => (
        <li key={`${lot} ${expiry}`} className="flex flex-wrap gap-x-2 text-status-amber">
          <span>{t.receivedAs}</span>
          <bdi className="break-words font-medium">{lot}</bdi>
          <bdi>{formatAmount(fromMicro(toMicro(receivedQty) + toMicro(damagedQty)), line.unitSymbol)}</bdi>
          <Expiry expiry={expiry} {...limits} />
        </li>
      ))}
    </ul>
  );
}
