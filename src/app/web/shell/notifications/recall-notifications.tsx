import { Link } from '@tanstack/react-router';
import { Siren } from 'lucide-react';
import type { Recall } from '#modules/recalls/shapes.ts';
import { getOwnLocations } from '#core/permissions.ts';
import { useOpenRecalls } from '#modules/recalls/web/queries/use-open-recalls.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { DialogClose } from '#platform/web/ui/dialog.tsx';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useNow } from '#platform/web/use-now.ts';
import { notificationMessages } from './messages.ts';
import { NotificationSection } from './notification-section.tsx';

/**
 * Recalls, except mock recalls, that need a response, in the bell's panel; renders nothing if there are none.
 */
export function RecallNotifications() {
  const t = useMessages(notificationMessages).recalls;
  const { recalls, page } = useOpenRecalls();
  const now = useNow();
  if (recalls.length === 0) return null;
  return (
    <NotificationSection title={t.title}>
      {recalls.map((recall) => {
        const className = 'flex min-h-11 w-full flex-col justify-center rounded-lg px-3 py-2';
        const content = (
          <>
            <bdi className="font-medium text-sm">
              {t.name(recall.number, recall.itemName, recall.lot ?? '')}
            </bdi>
            <span className="text-muted-foreground text-xs">
              {`${t.awaiting(recall.awaiting.length)} · ${formatAge(recall.startedAt, now)}`}
            </span>
          </>
        );
        return (
          <li key={recall._id} className="rounded-lg border">
            {page === null ? (
              <div className={className}>{content}</div>
            ) : (
              <DialogClose asChild>
                <Link to={page} search={{ recall: recall._id }} className={`${className} hover:bg-accent`}>
                  {content}
                </Link>
              </DialogClose>
            )}
          </li>
        );
      })}
    </NotificationSection>
  );
}

/**
 * Banner on every page for users of a location that has not responded to a recall, except mock recalls: which
 * lots not to use, and where to respond. Head office sees recalls in the bell and on its dashboard.
 */
export function RecallBanner() {
  const { recalls } = useOpenRecalls();
  const isLocal = getOwnLocations(useUser()) !== null;
  if (!isLocal) return null;
  return recalls.map((recall) => <RecallAlert key={recall._id} recall={recall} />);
}

function RecallAlert({ recall }: { recall: Recall }) {
  const t = useMessages(notificationMessages).recalls;
  const { page } = useOpenRecalls();
  const getLocationName = useLocationNames();
  const locationNames = recall.awaiting
    .map(({ placeId, placeName }) => getLocationName(placeId, placeName))
    .join(', ');
  return (
    <section
      aria-label={t.title}
      className="pill-status-red flex flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-2 text-sm"
    >
      <Siren className="size-4 shrink-0" aria-hidden="true" />
      <strong className="font-medium">
        <bdi>{t.name(recall.number, recall.itemName, recall.lot ?? '')}</bdi>
      </strong>
      <span>{t.instruction(locationNames)}</span>
      {page === null ? null : (
        <Link
          to={page}
          search={{ recall: recall._id }}
          className="inline-flex items-center font-medium underline underline-offset-4 touch:min-h-11"
        >
          {t.respond}
        </Link>
      )}
    </section>
  );
}
