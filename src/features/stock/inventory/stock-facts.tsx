import type { ReactNode } from 'react';
import type { StockUse } from '#contract/stock.ts';
import { mayRead } from '#domain/permissions.ts';
import { coverOf } from '#domain/planning/levels.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { stockMessages } from './messages.ts';
import { StatePill } from './state-pill.tsx';
import { levelsOf } from './stock-row.tsx';
import type { StockLine } from './stock-rows.ts';

interface StockFactsProps {
  line: StockLine;
  use: StockUse | null;
}

/** The figures of an item at a place, and how it stands against its levels. */
export function StockFacts({ line, use }: StockFactsProps) {
  const t = useMessages(stockMessages).card;
  const money = useMoney();
  const showsCosts = mayRead(useUser(), 'costs');
  const cover = coverOf(line.available, use?.perDay ?? null);
  const quantities = [
    [t.facts.onHand, line.onHand, line.pieces],
    [t.facts.reserved, line.reserved],
    [t.facts.available, line.available],
    [t.facts.inTransit, line.inTransit],
    [t.facts.onHold, line.onHold],
  ] as const;
  const levels = levelsOf(line);
  return (
    <div className="flex flex-col gap-2">
      <div>
        <StatePill state={line.state} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm sm:grid-cols-3">
        {quantities.map(([label, value, pieces]) => (
          <Fact key={label} label={label} value={<bdi>{formatAmount(value, line.unit, pieces)}</bdi>} />
        ))}
        {levels === '' ? null : <Fact label={t.facts.levels} value={levels} />}
        {cover === null || use === null ? null : (
          <Fact
            label={t.facts.cover}
            value={t.cover(formatQuantity(cover))}
            hint={t.coverHint[use.basis](
              formatAmount(Number(use.perDay.toPrecision(2)), line.unit),
              String(use.days),
            )}
          />
        )}
        {showsCosts && line.onHand !== 0 ? (
          <Fact label={t.facts.avgCost} value={money(line.value / line.onHand)} />
        ) : null}
        {showsCosts ? <Fact label={t.facts.value} value={money(line.value)} /> : null}
      </dl>
    </div>
  );
}

function Fact({ label, value, hint }: { label: string; value: ReactNode; hint?: string }) {
  return (
    <div>
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
      {hint ? <dd className="text-muted-foreground text-xs">{hint}</dd> : null}
    </div>
  );
}
