import { changeWastage, recordWastage } from '#src/collections/documents/wastage.ts';
import { SendState } from '#src/components/order/send-state.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useOutbox } from '#src/lib/outbox/use-outbox.ts';
import { wasteMessages } from './messages.ts';

const kinds: ReadonlySet<string> = new Set([recordWastage.kind, changeWastage.kind]);

/** Records that the server does not have yet; nothing where it has all. */
export function PendingWastage() {
  const t = useMessages(wasteMessages).pending;
  const pending = useOutbox().filter(({ kind, state }) => kinds.has(kind) && state !== 'sent');
  if (pending.length === 0) return null;
  return (
    <section aria-label={t.title} className="rounded-lg border bg-card px-4 py-2">
      <h2 className="py-1 font-semibold text-sm">{t.title}</h2>
      <ul className="divide-y">
        {pending.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
            <span className="min-w-0 break-words">
              {entry.label}
              {entry.lastError && entry.state === 'needs-attention' ? (
                <span className="block text-destructive text-xs">{entry.lastError.message}</span>
              ) : null}
            </span>
            <SendState state={entry.state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
