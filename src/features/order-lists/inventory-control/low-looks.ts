import { ArrowDown, ChevronsDown, CircleSlash, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Tone } from '#src/components/ui/pill.tsx';

export const lowLooks = {
  negative: { tone: 'red', icon: TriangleAlert },
  out: { tone: 'red', icon: CircleSlash },
  belowMin: { tone: 'red', icon: ChevronsDown },
  belowPar: { tone: 'amber', icon: ArrowDown },
} satisfies Record<string, { tone: Tone; icon: LucideIcon }>;
