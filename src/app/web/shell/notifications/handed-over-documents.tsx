import { Link } from '@tanstack/react-router';
import type { WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { DialogClose } from '#platform/web/ui/dialog.tsx';
import { buildPendingWorkEntries } from '../../palette/entries.ts';
import { EntryStatus } from '../../palette/entry-status.tsx';
import { paletteMessages } from '../../palette/messages.ts';
import { NotificationSection } from './notification-section.tsx';

/** Documents passed on to the user's location: the number per kind, followed by the oldest ones. */
export function HandedOverDocuments({ groups }: { groups: readonly WaitingDocuments[] }) {
  const t = useMessages(paletteMessages);
  const names = useMessages(pageMessages);
  const entries = buildPendingWorkEntries(groups, useUser(), { t, names, follow: () => undefined });
  if (entries.length === 0) return null;
  return (
    <NotificationSection title={t.groups.waiting}>
      {entries.map(({ id, label, hint, status, isNested, link }) => (
        <li key={id} className={isNested ? 'ps-4' : 'rounded-lg border'}>
          <DialogClose asChild>
            <Link
              {...link}
              className="flex min-h-11 items-center justify-between gap-2 rounded-lg px-3 py-2 hover:bg-accent"
            >
              <span>
                <bdi className="font-medium text-sm">{label}</bdi>{' '}
                {isNested ? <span className="text-muted-foreground text-xs">{hint}</span> : null}
              </span>
              {status ? <EntryStatus {...status} /> : null}
            </Link>
          </DialogClose>
        </li>
      ))}
    </NotificationSection>
  );
}
