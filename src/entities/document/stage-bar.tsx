import { Check } from 'lucide-react';
import type { HistoryEntry } from '#contract/document-schemas.ts';
import { cn } from '#src/lib/cn.ts';
import { formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { documentMessages } from './messages.ts';

/** A status on the straight way of a document. */
export interface Stage {
  status: string;
  name: string;
  /** When it was reached; null where it was not, or nobody knows. */
  at: string | null;
}

interface StageBarProps {
  /** Where the document stands now; a status of no stage has left the way. */
  status: string;
  stages: readonly Stage[];
  /** `Progress of the order`; left out: `Progress`. */
  label?: string;
}

/** Where a document stands on its way, and when it got there. One that left the way shows how far it came. */
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
        const isNow = index === current;
        const isDone = index < reached || (index === reached && (!isNow || index === last));
        return (
          <li
            key={stage.status}
            aria-current={isNow ? 'step' : undefined}
            // On a phone the name of a stage is wider than its part of the bar: the last ones reach back.
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
                isNow && 'font-medium text-foreground',
                // Side by side they fit a phone as long as they are few.
                !isNow && last > 2 && 'max-sm:sr-only',
              )}
            >
              {isDone ? <Check className="size-3 shrink-0" aria-hidden="true" /> : null}
              <span className="whitespace-nowrap sm:truncate">{stage.name}</span>
              {isNow || isDone ? (
                <span className="sr-only">, {isNow ? t.stageNow : t.stageReached}</span>
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

/** The stages of a document as its history knows them: each when it was reached last. */
export function getReachedStages(
  statuses: readonly string[],
  words: Readonly<Record<string, string>>,
  history: readonly HistoryEntry[],
): Stage[] {
  return statuses.map((status) => ({
    status,
    name: words[status] ?? status,
    at: history.findLast(({ from, to }) => to === status && from !== status)?.at ?? null,
  }));
}
