import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogClose } from '#platform/web/ui/dialog.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { formatTime } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { OutboxEntry } from '#platform/web/outbox/entry.ts';
import { discardEntryAndPhotos, toastOnFailure, retryEntry } from '#platform/web/outbox/outbox.ts';
import { useEntryErrorMessage } from '#platform/web/outbox/entry-error-message.ts';
import { useUser } from '#platform/web/session/session.ts';
import { countFollowers } from '#platform/web/outbox/queue.ts';
import { stateStyles } from './queue-styles.ts';
import { queueMessages } from './queue-messages.ts';

/** A queued action with its state and the available operations. */
export function QueueEntry({ entry, entries }: { entry: OutboxEntry; entries: readonly OutboxEntry[] }) {
  const t = useMessages(queueMessages);
  const user = useUser();
  const getEntryErrorMessage = useEntryErrorMessage();
  const [isConfirming, setConfirming] = useState(false);
  const { icon, tone } = stateStyles[entry.state];
  const canAct = entry.state === 'needs-attention' || entry.state === 'queued';
  return (
    <li className="flex flex-col gap-2 rounded-lg border p-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-medium text-sm">{entry.label}</p>
          <p className="text-muted-foreground text-xs">{formatTime(entry.sentAt ?? entry.createdAt)}</p>
        </div>
        <Pill tone={tone} icon={icon}>
          {t.states[entry.state]}
        </Pill>
      </div>
      {entry.lastError && entry.state !== 'sent' ? (
        <p
          className={
            entry.state === 'needs-attention' ? 'text-destructive text-sm' : 'text-muted-foreground text-sm'
          }
        >
          {getEntryErrorMessage(entry.lastError)}
        </p>
      ) : null}
      {canAct ? (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="primary" onClick={() => toastOnFailure(retryEntry(entry.id))}>
            {t.retry}
          </Button>
          {entry.editPath && canOpenPage(user, entry.editPath.split('?')[0] ?? '') ? (
            <DialogClose asChild>
              <Link
                to={entry.editPath}
                className="inline-flex h-8 items-center px-2 text-primary text-sm hover:underline touch:min-h-11"
              >
                {t.edit}
              </Link>
            </DialogClose>
          ) : null}
          {isConfirming ? (
            <Button
              size="sm"
              variant="destructive"
              onClick={() => toastOnFailure(discardEntryAndPhotos(entry.id))}
            >
              {t.confirmDiscard(countFollowers({ entries: [...entries] }, entry.id))}
            </Button>
          ) : (
            <Button size="sm" variant="ghost" onClick={() => setConfirming(true)}>
              {t.discard}
            </Button>
          )}
        </div>
      ) : null}
    </li>
  );
}
