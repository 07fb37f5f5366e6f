import { CircleCheck, Siren, Timer } from 'lucide-react';
import type { Recall } from '../shapes.ts';
import { Pill } from '#platform/web/ui/pill.tsx';
import { formatSpan } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lotPageMessages } from '#modules/lots/web/messages.ts';

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
        {end ? t.ended : t.open}
      </Pill>
    </>
  );
}
