import { Check } from 'lucide-react';
import type { HistoryEntry } from '../document-shapes.ts';
import { cn } from '#platform/web/cn.ts';
import { formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { documentMessages } from './messages.ts';

/** A status in the regular sequence of a document. */
export interface Stage {
  status: string;
  name: string;
  /** When it was reached; null if not reached or unknown. */
  at: string | null;
}

interface StageBarProps {
  /** The current status; if it isn't a stage, the document has left the regular sequence. */
  status: string;
  stages: readonly Stage[];
  /** `Progress of the order`; `Progress` by default. */
  label?: string;
}

/**
 * Progress of a document through its stages, with times. For a status outside the sequence, the last stage
 * reached is shown.
 */
export function StageBar({ status, stages, label }: StageBarProps) {
  const t = useMessages(documentMessages);
  const current = stages.findIndex((stage) => stage.status === status);
  const reached = current >= 0 ? current : stages.findLastIndex(({ at }) => at !== null);
  const last = stages.length - 1;
  return (
    <ol
      aria-label={label ?? t.stages}
      className="grid gap-1"
      style={{ gridTemplateColumns: `repeat(${stages.length}, minmax(0, 1fr))` }}
    >
      {stages.map((stage, index) => {
        const isCurrent = index === current;
        const isDone = index < reached || (index === reached && (!isCurrent || index === last));
        return (
          <li
            key={stage.status}
            aria-current={isCurrent ? 'step' : undefined}
            // On a phone, stage names are wider than their segment, so the last ones are right-aligned.
            className={cn('min-w-0', index > 3 && 'max-sm:flex max-sm:flex-col max-sm:items-end')}
          >
            <div
              className={cn(
                'h-1 w-full shrink-0 rounded-full bg-border',
                current >= 0 && index <= reached && 'bg-primary',
                current < 0 && index <= reached && 'bg-muted-foreground',
              )}
            />
            <p
              className={cn(
                'flex items-center gap-1 pt-1.5 text-muted-foreground text-xs',
                isCurrent && 'font-medium text-foreground',
                // A few stage names fit side by side on a phone.
                !isCurrent && last > 2 && 'max-sm:sr-only',
              )}
            >
              {isDone ? <Check className="size-3 shrink-0" aria-hidden="true" /> : null}
              <span className="whitespace-nowrap sm:truncate">{stage.name}</span>
              {isCurrent || isDone ? (
                <span className="sr-only">, {isCurrent ? t.stageNow : t.stageReached}</span>
              ) : null}
            </p>
            <p className="hidden text-muted-foreground text-xs sm:block">
              {index <= reached && stage.at !== null ? formatInstant(stage.at) : ''}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

/** Returns the stages of a document with the time each was last reached, from its history. */
export function getReachedStages(
  statuses: readonly string[],
  labels: Readonly<Record<string, string>>,
  history: readonly HistoryEntry[],
): Stage[] {
  return statuses.map((status) => ({
    status,
    name: labels[status] ?? status,
    at: history.findLast(({ from, to }) => to === status && from !== status)?.at ?? null,
  }));
}
