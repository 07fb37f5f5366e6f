import { useEffect, useState } from 'react';
import { Dialog, DialogTrigger } from '#platform/web/ui/dialog.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { EntryState, OutboxEntry } from '#platform/web/outbox/entry.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { stateStyles } from '#platform/web/layout/queue-styles.ts';
import { queueMessages } from '#platform/web/layout/queue-messages.ts';

const queuePanel = lazyModule(() => import('./queue-panel.tsx'));
const sentShownMs = 6000;

/** State of the queue in the top bar: hidden when empty, otherwise a label and a number. */
export function QueueIndicator() {
  const t = useMessages(queueMessages);
  const entries = useOutbox();
  const [isOpen, setOpen] = useState(false);
  const loaded = useLazyModuleWhen(isOpen, queuePanel);
  const wasJustSent = useJustSent(entries);
  const state = findMostUrgentState(entries) ?? (wasJustSent ? 'sent' : null);
  const count = entries.filter((entry) => entry.state === state).length;
  const summary = state === null ? '' : state === 'sent' ? t.summary.sent : t.summary[state](count);
  const style = state === null ? null : stateStyles[state];

  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <span role="status" className="sr-only">
        {summary}
      </span>
      {style ? (
        <DialogTrigger
          className={cn(
            'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-full px-3 font-medium text-xs touch:h-11 touch:min-w-11',
            style.className,
          )}
        >
          <style.icon
            className={cn('size-4 shrink-0', state === 'sending' && 'animate-spin')}
            aria-hidden="true"
          />
          {/* Narrow screens show only the icon and the number, to leave room for the page title. */}
          <span className="max-lg:sr-only">{summary}</span>
          {state === 'sent' ? null : (
            <span aria-hidden="true" className="tabular-nums lg:hidden">
              {formatCount(count)}
            </span>
          )}
        </DialogTrigger>
      ) : null}
      {loaded ? <loaded.QueuePanel entries={entries} /> : null}
    </Dialog>
  );
}

/** Returns the most urgent state among unsent actions; null if everything has been sent. */
function findMostUrgentState(entries: readonly OutboxEntry[]): Exclude<EntryState, 'sent'> | null {
  const statesByUrgency = ['needs-attention', 'sending', 'queued'] as const;
  return statesByUrgency.find((state) => entries.some((entry) => entry.state === state)) ?? null;
}

/** Returns true for a few seconds after an action was sent. */
function useJustSent(entries: readonly OutboxEntry[]): boolean {
  const lastSentAt = Math.max(0, ...entries.map((entry) => entry.sentAt ?? 0));
  const [dismissedSentAt, setDismissedSentAt] = useState(lastSentAt);
  useEffect(() => {
    // Limited in case the clock was changed.
    const remainingMs = Math.min(sentShownMs, lastSentAt + sentShownMs - Date.now());
    const timer = setTimeout(() => setDismissedSentAt(lastSentAt), Math.max(0, remainingMs));
    return () => clearTimeout(timer);
  }, [lastSentAt]);
  return lastSentAt > dismissedSentAt;
}
