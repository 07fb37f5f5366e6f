import {
  ArrowDown,
  ArrowUp,
  Check,
  ChevronsDown,
  CircleSlash,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { Pill, type Tone } from '#src/components/ui/pill.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { stockMessages } from './messages.ts';
import type { StockState } from '#domain/stock/standing.ts';

export const stateStyles: Record<StockState, { tone: Tone; icon: LucideIcon }> = {
  negative: { tone: 'red', icon: TriangleAlert },
  out: { tone: 'red', icon: CircleSlash },
  belowMin: { tone: 'red', icon: ChevronsDown },
  belowPar: { tone: 'amber', icon: ArrowDown },
  over: { tone: 'neutral', icon: ArrowUp },
  ok: { tone: 'green', icon: Check },
};

/** How a row stands against its levels, as icon and word. */
export function StatePill({ state }: { state: StockState }) {
  const t = useMessages(stockMessages);
  return (
    <Pill tone={stateStyles[state].tone} icon={stateStyles[state].icon}>
      {t.states[state]}
    </Pill>
  );
}
