import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays, CalendarX, ChevronDown, Clock, CopyPlus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { isOrderStatus } from '#modules/orders/status.ts';
import { findDeliveryAfter } from '#modules/demand/upcoming-deliveries.ts';
import { type Closure, findClosure, computeCutoff } from '#core/cutoff.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { getOrderUrl } from '#platform/web/layout/order-pages.ts';
import { orderMessages } from '#modules/orders/web/order-messages.ts';
import { statusMessages } from '#modules/orders/web/status-messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#platform/web/ui/dropdown-menu.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatDay, formatInstantAt, formatSpan } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { useNow } from '#platform/web/use-now.ts';
import { orderingMessages } from '../messages.ts';
import { listQueuedOrders } from '../queued-orders.ts';
import type { StoredOrderDraft } from './draft.ts';
import { type FillKind, fillKinds } from './fill.ts';

interface GuideHeaderProps {
  branch: Branch;
  draft: StoredOrderDraft;
  deliveryDate: string;
  onChange(change: Partial<Pick<StoredOrderDraft, 'deliveryDate' | 'orderType' | 'notes'>>): void;
  onFill(kind: FillKind): void;
  /** Whether rows show the reason for their suggestion. */
  showsReasons: boolean;
  onReasons(shows: boolean): void;
  /** Branch selector, for users with several branches. */
  children?: ReactNode;
}

/** Header fields of the order: delivery date, type and notes to the kitchen. */
export function GuideHeader({
  branch,
  draft,
  deliveryDate,
  onChange,
  onFill,
  showsReasons,
  onReasons,
  children,
}: GuideHeaderProps) {
  const t = useMessages(orderingMessages).guide;
  const { orderTypes } = useMessages(orderMessages);
  const isWide = useMedia(desktopQuery);
  const [isExpanded, setExpanded] = useState(false);
  const id = useId();
  const fields = (
    <div id={id} className="grid grid-cols-2 gap-3 md:flex md:flex-wrap md:items-end">
      {children}
      <Field label={t.deliveryDate} className="md:w-44">
        {(control) => (
          <DateInput
            {...control}
            required
            value={deliveryDate}
            onChange={(event) => onChange({ deliveryDate: event.target.value })}
          />
        )}
      </Field>
      <Field label={t.orderType} className="md:w-36">
        {(control) => (
          <Select
            {...control}
            value={draft.orderType}
            onChange={(event) => onChange({ orderType: event.target.value })}
          >
            {Object.entries(orderTypes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.notes} className="col-span-2 md:min-w-48 md:flex-1">
        {(control) => (
          <Input
            {...control}
            value={draft.notes}
            maxLength={2000}
            onChange={(event) => onChange({ notes: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
  const notices = (
    <div className="flex flex-wrap gap-x-4 gap-y-1 max-md:[&>*]:text-xs">
      <CutoffNotice branch={branch} deliveryDate={deliveryDate} />
      <LongGapWarning branch={branch} deliveryDate={deliveryDate} />
      <SameDayOrderNotice branch={branch._id} deliveryDate={deliveryDate} />
    </div>
  );
  // On phones, rarely changed fields are collapsed into one line, so that the first rows fit on the first
  // screen.
  if (!isWide) {
    const type = orderTypes[draft.orderType as keyof typeof orderTypes] ?? draft.orderType;
    const isOpen = isExpanded || deliveryDate === '';
    return (
      <section className="flex flex-col gap-2 pb-1">
        <div className="flex gap-2">
          <Button
            className="min-w-0 flex-1 justify-start px-3"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setExpanded(!isOpen)}
          >
            <CalendarDays aria-hidden="true" />
            <span className="truncate">
              {deliveryDate === '' ? t.deliveryDate : formatDay(deliveryDate)} · {type}
            </span>
            <ChevronDown
              aria-hidden="true"
              className={cn('ms-auto transition-transform', isOpen && 'rotate-180')}
            />
          </Button>
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button className="px-3">
                {t.fill.label}
                <ChevronDown aria-hidden="true" />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              {fillKinds.map((kind) => (
                <DropdownMenuItem key={kind} onSelect={() => onFill(kind)}>
                  {t.fill[kind]}
                </DropdownMenuItem>
              ))}
              <DropdownMenuItem onSelect={() => onReasons(!showsReasons)}>
                {showsReasons ? t.hideReasons : t.reasons}
              </DropdownMenuItem>
            </DropdownMenuContent>
          </DropdownMenu>
        </div>
        {isOpen ? fields : null}
        {notices}
      </section>
    );
  }
  return (
    <section className="flex flex-col gap-3 pb-3">
      {fields}
      <div className="flex items-center justify-between gap-x-6">
        {/* Reserves two lines, so that a notice that appears later doesn't move the rows. */}
        <div className="min-h-11 min-w-0 flex-1 content-center">{notices}</div>
        <div
          role="group"
          aria-label={t.fill.label}
          className="flex shrink-0 flex-wrap items-center justify-end gap-2 max-lg:max-w-80"
        >
          <span aria-hidden="true" className="text-muted-foreground text-sm">
            {t.fill.label}
          </span>
          {fillKinds.map((kind) => (
            <Button key={kind} size="sm" onClick={() => onFill(kind)}>
              {t.fill[kind]}
            </Button>
          ))}
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={showsReasons}
            onClick={() => onReasons(!showsReasons)}
          >
            {t.reasons}
          </Button>
        </div>
      </div>
    </section>
  );
}

function CutoffNotice({ branch, deliveryDate }: { branch: Branch; deliveryDate: string }) {
  const t = useMessages(orderingMessages).guide.cutoff;
  const state = getCutoffState(branch, deliveryDate, useNow());
  // The empty line keeps its height so that nothing moves when the date changes.
  if (state.kind === 'none') return <p className="min-h-5 text-sm" />;
  const isWarning = state.kind !== 'open';
  const Icon = state.kind === 'notADeliveryDay' || state.kind === 'closed' ? CalendarX : Clock;
  return (
    <p
      role={isWarning ? 'status' : undefined}
      className={`flex min-h-5 items-center gap-2 text-sm ${isWarning ? 'text-status-amber' : 'text-muted-foreground'}`}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {state.kind === 'open'
        ? t.open(formatInstantAt(state.cutoffAt, branch.timezone), formatSpan(state.remainingMs))
        : null}
      {state.kind === 'late' ? t.late(formatInstantAt(state.cutoffAt, branch.timezone)) : null}
      {state.kind === 'notADeliveryDay' ? t.notADeliveryDay : null}
      {state.kind === 'closed' ? t.closed(t.closedPlaces[state.closure.by], state.closure.note) : null}
    </p>
  );
}

/** Warns that the order must last longer than usual because closed days follow. */
function LongGapWarning({ branch, deliveryDate }: { branch: Branch; deliveryDate: string }) {
  const t = useMessages(orderingMessages).guide.cutoff;
  const next = findDelayedDelivery(branch, deliveryDate);
  if (next === null) return null;
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-status-amber">
      <CalendarX className="size-4 shrink-0" aria-hidden="true" />
      {t.longWait(formatDay(next))}
    </p>
  );
}

const closedStatuses: ReadonlySet<string> = new Set(['Rejected', 'Cancelled']);

/**
 * Reports an existing order of the branch for the same day, on the server or in the queue, with a link to it.
 */
function SameDayOrderNotice({ branch, deliveryDate }: { branch: string; deliveryDate: string }) {
  const t = useMessages(orderingMessages).guide.sameDay;
  const { statuses } = useMessages(statusMessages);
  const user = useUser();
  const isValidDay = /^\d{4}-\d{2}-\d{2}$/.test(deliveryDate);
  const query = useQuery({ ...ordersQuery({ branch, deliveryDate, limit: 10 }), enabled: isValidDay });
  const isSameDay = (order: { branch?: string | undefined; deliveryDate: string }) =>
    order.deliveryDate === deliveryDate && (order.branch === undefined || order.branch === branch);
  const queued = listQueuedOrders(useOutbox()).filter(({ input }) => isSameDay(input)).length;
  // Servers that don't support the filters also return other orders.
  const orders = (query.data?.rows ?? []).filter(
    (order) => isSameDay(order) && !closedStatuses.has(order.status),
  );
  if (!isValidDay || (orders.length === 0 && queued === 0)) return null;
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-status-amber">
      <CopyPlus className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {t.text}{' '}
        {orders.map(({ _id, orderNo, status }, index) => {
          const url = getOrderUrl(user, _id);
          const label = `${orderNo} (${isOrderStatus(status) ? statuses[status] : status})`;
          return (
            <span key={_id}>
              {index > 0 ? ', ' : null}
              {url === null ? (
                <bdi>{label}</bdi>
              ) : (
                <Link to={url} className="underline underline-offset-2">
                  <bdi>{label}</bdi>
                </Link>
              )}
            </span>
          );
        })}
        {queued > 0 ? `${orders.length > 0 ? ', ' : ''}${t.queued(queued)}` : null}
      </span>
    </p>
  );
}

/** Delivery date compared with the branch's delivery days and cut-off. */
type CutoffState =
  | { kind: 'open'; cutoffAt: string; remainingMs: number }
  | { kind: 'late'; cutoffAt: string }
  | { kind: 'notADeliveryDay' }
  | { kind: 'closed'; closure: Closure }
  /** The branch has no delivery days, so an order cannot be late. */
  | { kind: 'none' };

/** Returns the delivery after the given day when closed days lengthen the usual gap; else null. */
function findDelayedDelivery(branch: Branch, deliveryDate: string): string | null {
  const regularCalendar = { ...branch, closedDays: [], kitchenClosedDays: [] };
  if (computeCutoff(regularCalendar, deliveryDate) === null) return null;
  const next = findDeliveryAfter(branch, deliveryDate);
  return next === findDeliveryAfter(regularCalendar, deliveryDate) ? null : next;
}

/**
 * Returns the cut-off state of a date at `nowMs`. It is used only for warnings; the server marks orders as
 * late but doesn't reject them.
 */
function getCutoffState(branch: Branch, deliveryDate: string, nowMs: number): CutoffState {
  const closure = findClosure(branch, deliveryDate);
  if (closure) return { kind: 'closed', closure };
  if (branch.deliveryDays.length === 0) return { kind: 'none' };
  const cutoffAt = computeCutoff(branch, deliveryDate);
  if (cutoffAt === null) return { kind: 'notADeliveryDay' };
  const remainingMs = Date.parse(cutoffAt) - nowMs;
  return remainingMs > 0 ? { kind: 'open', cutoffAt, remainingMs } : { kind: 'late', cutoffAt };
}
