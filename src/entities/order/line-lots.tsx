import type { OrderLine } from '#contract/orders.ts';
import { Expiry, type Judged } from '#src/entities/lot/expiry.tsx';
import { lotMessages } from '#src/entities/lot/messages.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';

interface LineLotsProps extends Judged {
  line: Pick<OrderLine, 'lots' | 'unitSymbol'>;
}

/** Of which lots a line is, and until when each is good; nothing for a line without. */
export function LineLots({ line, ...judged }: LineLotsProps) {
  const t = useMessages(lotMessages);
  if (line.lots.length === 0) return null;
  return (
    <ul aria-label={t.title} className="text-xs tabular-nums">
      {line.lots.map(({ lot, qty, expiry }) => (
        <li key={lot} className="flex flex-wrap gap-x-2">
          <bdi className="break-words font-medium">{lot || t.none}</bdi>
          <bdi>{formatAmount(qty, line.unitSymbol)}</bdi>
          <Expiry expiry={expiry} {...judged} />
        </li>
      ))}
    </ul>
  );
}
