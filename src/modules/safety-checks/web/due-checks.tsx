import { Link } from '@tanstack/react-router';
import type { CheckLocation } from '#modules/check-points/schedule.ts';
import { canOpenPage, canRead } from '#core/permissions.ts';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useDayChecks } from './day-checks.ts';
import { checkDetailMessages } from './detail-messages.ts';
import { safetyPages } from './queries.ts';

interface DueChecksProps {
  place: CheckLocation & { _id: string };
  className?: string;
}

/** Number of missed and due checks of a location, linked to their page; hidden if there are none. */
export function DueChecks(props: DueChecksProps) {
  const user = useUser();
  const page = safetyPages.find((path) => canOpenPage(user, path));
  return page !== undefined && canRead(user, 'safety-checks') ? <CheckCounts {...props} page={page} /> : null;
}

function CheckCounts({ place, className, page }: DueChecksProps & { page: (typeof safetyPages)[number] }) {
  const t = useMessages(checkDetailMessages).waiting;
  const { list } = useDayChecks(place);
  const count = (state: string) => list?.filter((check) => check.state === state).length ?? 0;
  const [missed, due] = [count('missed'), count('due')];
  if (missed + due === 0) return null;
  return (
    <section
      aria-label={t.title}
      className={cn(
        'rounded-lg px-4 py-3 text-sm',
        missed > 0 ? 'pill-status-red' : 'pill-status-amber',
        className,
      )}
    >
      <Link
        to={page}
        search={{ branch: place._id }}
        className="inline-flex flex-wrap items-center gap-x-2 underline underline-offset-4 touch:min-h-11"
      >
        <span className="font-semibold">{t.title}</span>
        {[...(missed > 0 ? [t.missed(missed)] : []), ...(due > 0 ? [t.due(due)] : [])].join(' · ')}
      </Link>
    </section>
  );
}
