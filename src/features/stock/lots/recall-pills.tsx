import { CircleCheck, Siren, Timer } from 'lucide-react';
import type { Recall } from '#contract/shapes/recalls.ts';
import { Pill } from '#src/components/ui/pill.tsx';
import { formatSpan } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lotPageMessages } from './messages.ts';

/** Formats a duration in seconds. */
export const formatSeconds = (seconds: number): string => formatSpan(seconds * 1000);

/** Badges of a recall: mock or real, open or ended. */
export function RecallPills({ recall: { isPractice, end } }: { recall: Pick<Recall, 'isPractice' | 'end'> }) {
  const t = useMessages(lotPageMessages).recall;
  return (
    <>
      <Pill tone={isPractice ? 'neutral' : 'red'} icon={Siren}>
        {isPractice ? t.practice : t.real}
      </Pill>
      <Pill tone={end ? 'green' : 'amber'} icon={end ? CircleCheck : Timer}>
        {end ? t.ended : t.running}
      </Pill>
    </>
  );
}
