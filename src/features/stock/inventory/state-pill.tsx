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
import { Pill, type Tone } from '#src/components/ui/pill.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { stockMessages } from './messages.ts';
import type { ShelfState } from './stock-rows.ts';

export const stateStyles: Record<ShelfState, { tone: Tone; icon: LucideIcon }> = {
  negative: { tone: 'red', icon: TriangleAlert },
  out: { tone: 'red', icon: CircleSlash },
  belowMin: { tone: 'red', icon: ChevronsDown },
  belowPar: { tone: 'amber', icon: ArrowDown },
  over: { tone: 'neutral', icon: ArrowUp },
  ok: { tone: 'green', icon: Check },
  counting: { tone: 'neutral', icon: ClipboardList },
};

/** How a row stands against its levels, as icon and word. */
export function StatePill({ state }: { state: ShelfState }) {
  const t = useMessages(stockMessages);
  return (
    <Pill tone={stateStyles[state].tone} icon={stateStyles[state].icon}>
      {t.states[state]}
    </Pill>
  );
}
