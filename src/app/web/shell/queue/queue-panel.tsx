import { SheetContent } from '#platform/web/ui/dialog.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { OutboxEntry } from '#platform/web/outbox/entry.ts';
import { QueueEntry } from '#platform/web/layout/queue-entry.tsx';
import { queueMessages } from '#platform/web/layout/queue-messages.ts';

/** The queue's panel: every unsent action, most recent first. */
export function QueuePanel({ entries }: { entries: readonly OutboxEntry[] }) {
  const t = useMessages(queueMessages);
  return (
    <SheetContent title={t.title} description={t.description}>
      {entries.length === 0 ? <p className="text-muted-foreground text-sm">{t.empty}</p> : null}
      <ul className="flex flex-col gap-2">
        {entries.toReversed().map((entry) => (
          <QueueEntry key={entry.id} entry={entry} entries={entries} />
        ))}
      </ul>
    </SheetContent>
  );
}
