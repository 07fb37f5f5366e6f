import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { pendingDocumentsQuery } from '#modules/documents/web/queries/document-search.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { canReadDocuments } from '../palette/document-kinds.ts';
import { pendingWorkMessages } from './messages.ts';

/** Shares its code with the command palette, which lists the same documents. */
const PendingWorkCards = lazyView(async () => (await import('./pending-work-cards.tsx')).PendingWorkCards);

/** Documents waiting for the user, as in the command palette. The height doesn't depend on their number. */
export function PendingWork() {
  const t = useMessages(pendingWorkMessages);
  const user = useUser();
  const isAllowed = canReadDocuments(user);
  const { data, isError } = useQuery({ ...pendingDocumentsQuery(), enabled: isAllowed });
  if (!isAllowed) return null;
  const placeholder = <PendingWorkSkeleton />;
  return (
    <section className="pb-4">
      <h2 className="pb-2 font-semibold text-sm">{t.title}</h2>
      <div className="min-h-42 lg:min-h-22">
        {data ? (
          <Suspense fallback={placeholder}>
            <PendingWorkCards groups={data} />
          </Suspense>
        ) : isError ? (
          <p className="text-muted-foreground text-sm">{t.failed}</p>
        ) : (
          placeholder
        )}
      </div>
    </section>
  );
}

function PendingWorkSkeleton() {
  const t = useMessages(pendingWorkMessages);
  return (
    <div role="status" aria-label={t.loading} className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-3">
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} className="h-20 rounded-lg lg:h-22" />
      ))}
    </div>
  );
}
