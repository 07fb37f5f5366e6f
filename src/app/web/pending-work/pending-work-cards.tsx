import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { type PaletteEntry, buildPendingWorkEntries } from '../palette/entries.ts';
import { EntryStatus } from '../palette/entry-status.tsx';
import { paletteMessages } from '../palette/messages.ts';
import { pendingWorkMessages } from './messages.ts';

/** Number of cards shown at first: one row on a wide screen, two rows on a phone. */
const firstCards = 4;

/** A card per kind and status of waiting documents, linked to the page where they are processed. */
export function PendingWorkCards({ groups }: { groups: readonly WaitingDocuments[] }) {
  const t = useMessages(pendingWorkMessages);
  const texts = useMessages(paletteMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const [isExpanded, setExpanded] = useState(false);
  const entries = buildPendingWorkEntries(groups, user, { t: texts, names, follow: () => undefined });
  const counts = entries.filter(({ isNested }) => !isNested);
  if (counts.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  const shown = isExpanded || counts.length <= firstCards ? counts : counts.slice(0, firstCards - 1);
  return (
    <ul aria-label={t.title} className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-3">
      {shown.map((entry) => (
        <li key={entry.id} className="grid min-w-0">
          <PendingWorkCard entry={entry} oldest={findOldest(groups, entry)} />
        </li>
      ))}
      {shown.length < counts.length ? (
        <li className="grid">
          <Button className="h-auto min-h-20 lg:min-h-22" onClick={() => setExpanded(true)}>
            <ChevronDown aria-hidden="true" />
            {t.more(counts.length - shown.length)}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

/** Returns when the document that has waited longest was last changed. */
const findOldest = (groups: readonly WaitingDocuments[], { status }: PaletteEntry): string | undefined =>
  groups.find((group) => group.collection === status?.kind && group.status === status.value)?.documents[0]
    ?.updatedAt;

function PendingWorkCard({ entry, oldest }: { entry: PaletteEntry; oldest: string | undefined }) {
  const t = useMessages(pendingWorkMessages);
  return (
    <Link
      {...entry.link}
      className="flex min-h-20 min-w-0 flex-col items-start justify-between gap-1 rounded-lg border bg-card p-2 text-sm hover:bg-accent lg:min-h-22 lg:px-3"
    >
      <span className="font-semibold">{entry.label}</span> {/* A long status wraps on a phone. */}
      <span className="*:h-auto *:min-h-6 *:whitespace-normal">
        {entry.status ? <EntryStatus {...entry.status} /> : null}
      </span>{' '}
      {oldest ? (
        <span className="text-muted-foreground text-xs max-lg:hidden">{t.oldest(formatAge(oldest))}</span>
      ) : null}
    </Link>
  );
}
