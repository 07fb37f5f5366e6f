import {
  ArrowDown,
  ArrowUp,
  Check,
  ChevronsDown,
  CircleSlash,
  ClipboardList,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { Pill, type Tone } from '#platform/web/ui/pill.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { stockMessages } from './messages.ts';
import type { StockLineState } from './stock-rows.ts';

export const stockStateStyles: Record<StockLineState, { tone: Tone; icon: LucideIcon }> = {
  negative: { tone: 'red', icon: TriangleAlert },
  out: { tone: 'red', icon: CircleSlash },
  belowMin: { tone: 'red', icon: ChevronsDown },
  belowPar: { tone: 'amber', icon: ArrowDown },
  over: { tone: 'neutral', icon: ArrowUp },
  ok: { tone: 'green', icon: Check },
  counting: { tone: 'neutral', icon: ClipboardList },
};

/** State of a row relative to its levels, as icon and text. */
export function StatePill({ state }: { state: StockLineState }) {
  const t = useMessages(stockMessages);
  return (
    <Pill tone={stockStateStyles[state].tone} icon={stockStateStyles[state].icon}>
      {t.states[state]}
    </Pill>
  );
}
