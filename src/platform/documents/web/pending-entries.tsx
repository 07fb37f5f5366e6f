import { useEntryErrorMessage } from '#platform/web/outbox/entry-error-message.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { SendState } from './send-state.tsx';

interface PendingEntriesProps {
  title: string;
  /** Kinds of actions to show. */
  kinds: ReadonlySet<string>;
}

/**
 * Unsent actions of these kinds, with the error messages of rejected ones; renders nothing if there are none.
 */
export function PendingEntries({ title, kinds }: PendingEntriesProps) {
  const describeError = useEntryErrorMessage();
  const pending = useOutbox().filter(({ kind, state }) => kinds.has(kind) && state !== 'sent');
  if (pending.length === 0) return null;
  return (
    <section aria-label={title} className="rounded-lg border bg-card px-4 py-2">
      <h2 className="py-1 font-semibold text-sm">{title}</h2>
      <ul className="divide-y">
        {pending.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
            <span className="min-w-0 break-words">
              {entry.label}
              {entry.lastError && entry.state === 'needs-attention' ? (
                <span className="block text-destructive text-xs">{describeError(entry.lastError)}</span>
              ) : null}
            </span>
            <SendState state={entry.state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
