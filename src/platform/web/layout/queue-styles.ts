import { Check, CircleAlert, CloudUpload, LoaderCircle, type LucideIcon } from 'lucide-react';
import type { Tone } from '#platform/web/ui/pill.tsx';
import type { EntryState } from '#platform/web/outbox/entry.ts';

/** Icon and colour of each state of a queued action. */
export const stateStyles: Record<EntryState, { icon: LucideIcon; tone: Tone; className: string }> = {
  'needs-attention': { icon: CircleAlert, tone: 'red', className: 'pill-status-red' },
  sending: { icon: LoaderCircle, tone: 'blue', className: 'pill-status-blue' },
  queued: { icon: CloudUpload, tone: 'amber', className: 'pill-status-amber' },
  sent: { icon: Check, tone: 'green', className: 'pill-status-green' },
};
