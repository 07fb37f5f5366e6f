import type { LotTrace } from '../shapes.ts';
import { lotOutcomes, lotSources } from '../lot-dispositions.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lotPageMessages } from './messages.ts';

interface LotTotalsProps {
  totals: LotTrace['totals'];
  unit: string;
}

/** Receipts and issues of a lot as two columns with equal totals. */
export function LotTotals({ totals, unit }: LotTotalsProps) {
  const t = useMessages(lotPageMessages).trace;
  return (
    <div className="grid gap-x-8 gap-y-4 rounded-lg border bg-card p-4 text-sm sm:grid-cols-2">
      <Side title={t.sides.sources} names={lotSources} alwaysShown="received" totals={totals} unit={unit} />
      <Side title={t.sides.outcomes} names={lotOutcomes} alwaysShown="onHand" totals={totals} unit={unit} />
    </div>
  );
}

interface SideProps extends LotTotalsProps {
  title: string;
  names: readonly (keyof LotTrace['totals'])[];
  /** Row that is shown even if all quantities are zero. */
  alwaysShown: keyof LotTrace['totals'];
}

function Side({ title, names, alwaysShown, totals, unit }: SideProps) {
  const t = useMessages(lotPageMessages).trace;
  // Adds millionths, so that the total exactly equals the sum of the displayed rows.
  const sum = names.reduce((total, name) => total + Math.round(totals[name] * 1e6), 0) / 1e6;
  const visibleNames = names.filter((name) => name === alwaysShown || totals[name] !== 0);
  return (
    <dl className="flex flex-col gap-1">
      {visibleNames.map((name) => (
        <div key={name} className="flex items-baseline justify-between gap-3">
          <dt className="text-muted-foreground">{t.totals[name]}</dt>
          <dd className="tabular-nums">
            <bdi>{formatAmount(totals[name], unit)}</bdi>
          </dd>
        </div>
      ))}
      <div className="mt-auto flex items-baseline justify-between gap-3 border-t pt-1 font-medium">
        <dt>{title}</dt>
        <dd className="tabular-nums">
          <bdi>{formatAmount(sum, unit)}</bdi>
        </dd>
      </div>
    </dl>
  );
}
