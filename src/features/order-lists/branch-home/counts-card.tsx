import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nextCounts } from '#domain/planning/count-due.ts';
import { canOpenPage } from '#domain/permissions.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import { countSchedulesQuery } from '#src/collections/places/count-schedules.ts';
import { activeSectionsQuery } from '#src/collections/places/sections.ts';
import { Pill } from '#src/components/ui/pill.tsx';
import { formatDay, formatTime } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useNow } from '#src/lib/use-now.ts';
import { countMessages } from './count-messages.ts';
import { footLink, ListCard, OnArrow } from './list-card.tsx';

const shown = 5;

/** The next count of each section of a branch, by its schedules. */
export function CountsCard({ branch }: { branch: Branch }) {
  const t = useMessages(countMessages);
  const user = useUser();
  const now = useNow();
  const schedules = useQuery(countSchedulesQuery(branch._id));
  const sections = useQuery(activeSectionsQuery());
  const own = (sections.data ?? []).filter(({ branchId }) => branchId === null || branchId === branch._id);
  const nameOf = new Map(own.map(({ _id, name }) => [_id, name]));
  const due = nextCounts(schedules.data ?? [], [...nameOf.keys()], branch.timezone, new Date(now));
  const failed = schedules.error && !schedules.data ? t.failed : null;
  const opens = canOpenPage(user, '/branch-order/settings');
  return (
    <ListCard
      title={t.title}
      isLoading={(schedules.isPending && !failed) || sections.isPending}
      note={failed ?? (due.length === 0 ? t.none : null)}
      footer={
        opens ? (
          <Link
            to="/branch-order/settings"
            search={{ tab: 'schedules', branch: branch._id }}
            className={footLink}
          >
            {due.length > shown ? t.more(due.length - shown) : t.schedules}
            <OnArrow />
          </Link>
        ) : null
      }
    >
      {due.slice(0, shown).map(({ sectionId, plan, day, dueAt }) => (
        <li
          key={sectionId}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2 text-sm"
        >
          <span>
            <bdi className="block font-medium">{nameOf.get(sectionId)}</bdi>
            <span className="block text-muted-foreground text-xs">
              {t.by(formatDay(day), formatTime(dueAt, branch.timezone))}
            </span>
          </span>
          <Pill>{t.types[plan.type === 'cycle' ? 'cycle' : 'full']}</Pill>
        </li>
      ))}
    </ListCard>
  );
}
