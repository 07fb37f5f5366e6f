import { Link } from '@tanstack/react-router';
import {
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Eye,
  Inbox,
  type LucideIcon,
  PackageCheck,
  PackageOpen,
  Truck,
} from 'lucide-react';
import { canOpenPage } from '#core/permissions.ts';
import { ShareBar } from '../../share-bar.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Pill, type Tone } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { cn } from '#platform/web/cn.ts';
import {
  formatAge,
  formatCount,
  formatDay,
  formatInstantAt,
  formatSpan,
} from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { addDays } from '#core/day.ts';
import { footLink, LinkArrow } from '../branch-home/list-card.tsx';
import type { BranchDay, DayStage } from './day-board.ts';
import { isLongInTransit, type Operations, getOrderListLink } from './operations-board.ts';
import { operationsMessages } from './messages.ts';

interface DayCardProps {
  operations: Operations;
  /** The day shown, and today. */
  day: string;
  today: string;
  nowMs: number;
}

/** Rows for one day, with links to the adjacent days. */
export function DayCard({ operations, day, today, nowMs }: DayCardProps) {
  const t = useMessages(operationsMessages).branches;
  const { branches, board, lines, nextDayLines } = operations;
  const isLoaded = branches.data !== undefined && board.data !== undefined;
  const hasFailed = branches.isError && !branches.data;
  const hasOrdered = (line: BranchDay) => line.stage !== 'missing' && line.stage !== 'draft';
  const orderedCount = lines.filter(hasOrdered).length;
  return (
    <Card className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
        <CardTitle>{t.title}</CardTitle>
        <p role="status" className="text-muted-foreground text-sm">
          {isLoaded && lines.length > 0
            ? t.summary(formatCount(orderedCount), formatCount(lines.length))
            : ''}
        </p>
      </div>
      <DaySteps day={day} today={today} />
      {hasFailed ? (
        <p className="py-3 text-muted-foreground text-sm">{t.failed}</p>
      ) : !isLoaded ? (
        <SkeletonRows label={t.loading} rows={8} />
      ) : lines.length === 0 ? (
        <p className="py-3 text-muted-foreground text-sm">{t.none}</p>
      ) : (
        <ul aria-label={t.title} className="divide-y">
          {lines.map((line) => (
            <BranchLine key={line._id} line={line} day={day} nowMs={nowMs} />
          ))}
        </ul>
      )}
      {isLoaded && board.data.isCapped ? (
        <p className="pt-2 text-muted-foreground text-xs">
          {t.capped(formatCount(board.data.orders.length))}
        </p>
      ) : null}
      {isLoaded && nextDayLines.length > 0 ? (
        <p className="pt-3 text-sm">
          <Link
            to="/operations"
            search={(current) => ({ ...current, day: addDays(day, 1) })}
            className={footLink}
          >
            {t.soFar(
              formatDay(addDays(day, 1)),
              formatCount(nextDayLines.filter(hasOrdered).length),
              formatCount(nextDayLines.length),
            )}
            <LinkArrow />
          </Link>
        </p>
      ) : null}
    </Card>
  );
}

/** Links to the previous day, today and the next day. */
function DaySteps({ day, today }: Pick<DayCardProps, 'day' | 'today'>) {
  const t = useMessages(operationsMessages).branches;
  const stepClass =
    'inline-flex h-9 items-center gap-1 rounded-md border px-3 text-sm hover:bg-accent touch:min-h-11 touch:min-w-11 max-sm:justify-center [&_svg]:size-4 rtl:[&_svg]:-scale-x-100';
  const getDayLink = (linkedDay: string) => ({
    to: '/operations' as const,
    search: (current: object) => ({ ...current, day: linkedDay === today ? undefined : linkedDay }),
    replace: true,
  });
  return (
    <nav aria-label={t.days} className="flex flex-wrap items-center gap-2 pb-2">
      <Link {...getDayLink(addDays(day, -1))} className={stepClass}>
        <ChevronLeft aria-hidden="true" />
        <span className="max-sm:sr-only">{t.previousDay}</span>
      </Link>
      {day === today ? (
        <span className="px-2 font-medium text-sm">{t.today}</span>
      ) : (
        <>
          <span className="px-2 font-medium text-sm">{formatDay(day)}</span>
          <Link {...getDayLink(today)} className={stepClass}>
            {t.today}
          </Link>
        </>
      )}
      <Link {...getDayLink(addDays(day, 1))} className={stepClass}>
        <span className="max-sm:sr-only">{t.nextDay}</span>
        <ChevronRight aria-hidden="true" />
      </Link>
    </nav>
  );
}

const soonMs = 2 * 3_600_000;

interface BranchLineProps {
  line: BranchDay;
  day: string;
  nowMs: number;
}

/** One branch: cut-off, progress of its orders, and open discrepancies. */
function BranchLine({ line, day, nowMs }: BranchLineProps) {
  const t = useMessages(operationsMessages).branches;
  const user = useUser();
  const { _id, name, orders, openDiscrepancies, progress, stage, since } = line;
  const link = getOrderListLink(user, { branch: _id, from: day, to: day });
  const canReconcile = canOpenPage(user, '/central-kitchen/dashboard');
  const appearance = stageStyles[stage];
  const openText =
    openDiscrepancies.count > 0
      ? t.open(openDiscrepancies.count, formatAge(openDiscrepancies.oldest, nowMs))
      : null;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 text-sm md:grid-cols-[minmax(8rem,1fr)_9rem_8rem_minmax(8rem,1fr)] 2xl:py-3 2xl:text-base">
      <span className="min-w-0">
        {link ? (
          <Link
            {...link}
            className="inline-flex min-h-6 items-center break-words font-medium underline-offset-4 hover:underline touch:min-h-11"
          >
            {name}
          </Link>
        ) : (
          <span className="break-words font-medium">{name}</span>
        )}
        <OrderLinks orders={orders} />
      </span>
      <span className="md:order-2">
        <Pill tone={appearance.tone} icon={appearance.icon}>
          {t.stages[stage]}
        </Pill>
      </span>
      <span className="text-muted-foreground text-xs max-md:col-span-2 md:order-1 2xl:text-sm">
        <CutOff line={line} nowMs={nowMs} />
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs max-md:col-span-2 md:order-3 2xl:text-sm">
        {progress ? (
          <span className="w-36">
            <ShareBar {...progress} label={t.picked(formatCount(progress.done), formatCount(progress.all))} />
          </span>
        ) : null}
        {since ? (
          <span
            className={cn(
              'text-muted-foreground',
              stage === 'inTransit' &&
                isLongInTransit({ shippedAt: since }, nowMs) &&
                'font-medium text-status-amber',
            )}
          >
            {stage === 'inTransit'
              ? t.shippedAt(formatAge(since, nowMs))
              : t.receivedAt(formatAge(since, nowMs))}
          </span>
        ) : null}
      </span>
      {/* On its own line, because it would wrap next to the progress. */}
      <span className="col-span-2 text-xs empty:hidden md:order-4 md:col-span-3 md:col-start-2 2xl:text-sm">
        {openText === null ? null : canReconcile ? (
          <Link
            to="/central-kitchen/dashboard"
            search={{ stage: 'reconcile', status: 'Open', branch: _id }}
            className="inline-flex min-h-8 items-center gap-1 text-status-amber underline-offset-4 hover:underline touch:min-h-11 [&_svg]:size-3.5 [&_svg]:shrink-0"
          >
            <CircleAlert aria-hidden="true" />
            {openText}
          </Link>
        ) : (
          <span className="text-status-amber">{openText}</span>
        )}
      </span>
    </li>
  );
}

const stageStyles: Readonly<Record<DayStage, { tone: Tone; icon: LucideIcon }>> = {
  missing: { tone: 'amber', icon: CircleAlert },
  draft: { tone: 'neutral', icon: CircleDashed },
  submitted: { tone: 'amber', icon: Eye },
  sent: { tone: 'blue', icon: Inbox },
  picking: { tone: 'indigo', icon: PackageOpen },
  ready: { tone: 'indigo', icon: PackageCheck },
  inTransit: { tone: 'violet', icon: Truck },
  received: { tone: 'green', icon: CircleCheck },
  other: { tone: 'neutral', icon: CircleDashed },
};

/** A branch's order numbers, each a link. */
function OrderLinks({ orders }: { orders: BranchDay['orders'] }) {
  const user = useUser();
  if (orders.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-2 text-xs">
      {orders.map(({ _id, orderNo }) => {
        const link = getOrderListLink(user, { order: _id });
        return link ? (
          <Link
            key={_id}
            {...link}
            className="inline-flex min-h-6 items-center whitespace-nowrap text-muted-foreground underline-offset-4 hover:text-foreground hover:underline touch:min-h-11"
          >
            {orderNo}
          </Link>
        ) : (
          <span key={_id} className="text-muted-foreground">
            {orderNo}
          </span>
        );
      })}
    </span>
  );
}

/** Time until the cut-off, or since it passed. */
function CutOff({ line: { cutoffAt, timezone, stage }, nowMs }: { line: BranchDay; nowMs: number }) {
  const t = useMessages(operationsMessages).branches;
  if (cutoffAt === null) return <>{t.noCutoff}</>;
  const remainingMs = Date.parse(cutoffAt) - nowMs;
  const isWaiting = stage === 'missing' || stage === 'draft';
  return (
    <>
      <span
        className={cn(
          'block tabular-nums',
          isWaiting && remainingMs < soonMs && 'font-medium text-status-amber',
          isWaiting && 'text-foreground',
        )}
      >
        {remainingMs > 0 ? t.timeLeft(formatSpan(remainingMs)) : t.cutoffPassed(formatSpan(-remainingMs))}
      </span>
      <span className="block">{t.cutoff(formatInstantAt(cutoffAt, timezone))}</span>
    </>
  );
}
