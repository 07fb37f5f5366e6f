import {
  CalendarClock,
  CheckCircle2,
  CircleDashed,
  Clock,
  Hourglass,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { canWrite } from '#core/permissions.ts';
import type { CheckLocation, CheckSlot, SlotState } from '#modules/check-points/schedule.ts';
import type { ActiveCheckPoint } from '#modules/check-points/web/queries.ts';
import { useOpenRow } from '#platform/web/data-table/use-list-view.ts';
import { formatTime } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Pill, type Tone } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type DayCheck, useDayChecks } from './day-checks.ts';
import { checkDetailMessages } from './detail-messages.ts';
import { checkMessages } from './messages.ts';
import { useCheckFields } from './use-check-fields.ts';

const CheckEntry = lazyView(async () => (await import('./check-entry.tsx')).CheckEntry);

const styles: Readonly<Record<SlotState, { tone: Tone; icon: LucideIcon }>> = {
  due: { tone: 'amber', icon: Clock },
  missed: { tone: 'red', icon: TriangleAlert },
  upcoming: { tone: 'neutral', icon: CircleDashed },
  onTime: { tone: 'green', icon: CheckCircle2 },
  late: { tone: 'amber', icon: Hourglass },
};

interface TodayCardProps {
  place: CheckLocation & { _id: string };
  /** Link to add the first check point; null without permission. */
  addPoint: ReactNode;
}

/** Today's checks of a location, due ones first; one tap records a check. */
export function TodayCard({ place, addPoint }: TodayCardProps) {
  const t = useMessages(checkDetailMessages).today;
  const { loadingToday } = useMessages(checkMessages);
  const canRecord = canWrite(useUser(), 'safety-checks', 'canCreate');
  const openRow = useOpenRow('row');
  const { points, checks, list } = useDayChecks(place);
  const [entryTarget, setEntryTarget] = useState<{
    point: ActiveCheckPoint;
    slot: CheckSlot | null;
  } | null>(null);
  const error = (points.data ? null : points.error) ?? (checks.data ? null : checks.error);

  function open({ point, slot, check }: DayCheck): void {
    if (check !== null) openRow(check._id);
    else setEntryTarget({ point, slot });
  }

  return (
    <Card className="print:hidden">
      <CardTitle>{t.title}</CardTitle>
      {error ? (
        <LoadFailed title={t.failed} error={error} onRetry={() => void points.refetch()} />
      ) : list === null ? (
        <SkeletonRows label={loadingToday} rows={4} />
      ) : points.data?.length === 0 ? (
        <EmptyState icon={CalendarClock} title={t.noPoints} text={t.noPointsText} action={addPoint} />
      ) : list.length === 0 ? (
        <p className="py-3 text-muted-foreground text-sm">{t.none}</p>
      ) : (
        <ul className="divide-y pt-1">
          {list.map((row) => (
            <li key={`${row.point._id} ${row.slot.dueAt}`}>
              <TodayRow
                row={row}
                timezone={place.timezone}
                isEnabled={!row.isWaiting && (row.check !== null || canRecord)}
                onOpen={() => open(row)}
              />
            </li>
          ))}
        </ul>
      )}
      {canRecord && points.data && points.data.length > 0 ? (
        <Select
          aria-label={t.additional}
          className="mt-3 max-w-80"
          value=""
          onChange={({ currentTarget }) => {
            const point = points.data?.find(({ _id }) => _id === currentTarget.value);
            if (point) setEntryTarget({ point, slot: null });
          }}
        >
          <option value="">{t.additional}</option>
          {points.data.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
      {entryTarget === null ? null : (
        <Suspense>
          <CheckEntry {...entryTarget} timezone={place.timezone} onClose={() => setEntryTarget(null)} />
        </Suspense>
      )}
    </Card>
  );
}

interface TodayRowProps {
  row: DayCheck;
  timezone: string;
  isEnabled: boolean;
  onOpen(): void;
}

function TodayRow({
  row: { point, slot, state, check, isWaiting },
  timezone,
  isEnabled,
  onOpen,
}: TodayRowProps) {
  const t = useMessages(checkDetailMessages).today;
  const { kinds } = useMessages(checkMessages);
  const { formatDegrees, formatLimits } = useCheckFields();
  const time = (at: number | string) => formatTime(at, timezone);
  const detail = isWaiting
    ? t.waiting
    : check !== null
      ? t.checked(time(check.checkedAt), check.userName)
      : state === 'missed'
        ? t.missed(time(slot.until))
        : t.dueAt(time(slot.dueAt));
  return (
    <button
      type="button"
      disabled={!isEnabled}
      className="flex min-h-14 w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-sm py-2 text-start text-sm enabled:hover:bg-accent/50"
      onClick={onOpen}
    >
      <span className="min-w-0">
        <bdi className="block font-medium">{point.name}</bdi>
        <span className={state === 'missed' ? 'text-status-red text-xs' : 'text-muted-foreground text-xs'}>
          {[detail, point.kind === 'temperature' ? formatLimits(point) : kinds.cleaning]
            .filter((text) => text !== null)
            .join(' · ')}
        </span>
      </span>
      <span className="flex items-center gap-2">
        {check === null || check.reading === null ? null : (
          <bdi className={check.isWithin ? 'tabular-nums' : 'font-semibold text-status-amber tabular-nums'}>
            {formatDegrees(check.reading)}
          </bdi>
        )}
        <Pill {...styles[state]}>{t.states[state]}</Pill>
      </span>
    </button>
  );
}
