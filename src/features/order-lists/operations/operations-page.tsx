import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleDashed } from 'lucide-react';
import { canOpenPage, mayRead } from '#domain/permissions.ts';
import { type BranchState, branchStates } from '#src/entities/order/branch-deliveries.ts';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { Page } from '#src/components/layout/page.tsx';
import { LoadFailed, SavedDataNote } from '#src/components/layout/states.tsx';
import { FigureLink, OtherFigure } from '#src/entities/order/figure-link.tsx';
import { ShareBar } from '#src/entities/order/share-bar.tsx';
import { StatusPill } from '#src/entities/order/status-pill.tsx';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { cn } from '#src/lib/cn.ts';
import {
  formatAge,
  formatCount,
  formatDate,
  formatDay,
  formatInstantAt,
  formatSpan,
  formatTotal,
} from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useNow } from '#src/lib/use-now.ts';
import { cardRow, footLink, ListCard, OnArrow } from '../branch-home/list-card.tsx';
import {
  ages,
  byAge,
  isLongOnTheRoad,
  type Operations,
  orderListFor,
  pickProgress,
  useOperations,
} from './operations-board.ts';
import { operationsMessages } from './messages.ts';

/** `/operations`: what happens today between branches and kitchens, and what hangs. */
export function OperationsPage() {
  const t = useMessages(operationsMessages);
  const now = useNow();
  const { isAlive } = useConnection();
  const operations = useOperations(now);
  const { road } = operations;
  return (
    <Page>
      <PageHeader
        title={useMessages(pageMessages).operations}
        context={t.context(formatDate(new Date(now).toISOString()))}
      />
      {road.data && (road.isError || !isAlive) ? <SavedDataNote loadedAt={road.dataUpdatedAt} /> : null}
      {road.isError && !road.data ? (
        <LoadFailed title={t.failed} error={road.error} onRetry={() => void road.refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <OperationFigures operations={operations} nowMs={now} />
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <BranchStateTable operations={operations} nowMs={now} />
            <div className="flex flex-col gap-4">
              {/* The card that is as long as there are orders stands last: nothing below it moves. */}
              <AgeingCard discrepancies={operations.discrepancies} nowMs={now} />
              <PickingCard picking={operations.picking} />
            </div>
          </div>
        </div>
      )}
    </Page>
  );
}

interface OperationFiguresProps {
  operations: Operations;
  nowMs: number;
}

/** The numbers of today, each the way to its list. */
function OperationFigures({ operations, nowMs }: OperationFiguresProps) {
  const t = useMessages(operationsMessages).figures;
  const user = useUser();
  const { accept, picking, road, discrepancies } = operations;
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const progress = (picking.data?.rows ?? []).flatMap((order) => pickProgress(order) ?? []);
  const shipped = road.data?.rows ?? [];
  const long = shipped.filter((order) => isLongOnTheRoad(order, nowMs)).length;
  const due = shipped.filter(({ deliveryDate }) => deliveryDate !== '' && deliveryDate <= today).length;
  const open = discrepancies.data;
  const oldest = open?.rows[0];
  const sum = (key: 'done' | 'all') => formatCount(progress.reduce((total, each) => total + each[key], 0));
  return (
    <section
      aria-label={t.title}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5 [&>*:last-child:nth-child(odd)]:max-sm:col-span-2"
    >
      <FigureLink
        label={t.accept}
        figure={accept.data ? formatTotal(accept.data.count, accept.data.isCapped) : null}
        link={orderListFor(user, { status: 'Sent to Central Kitchen' })}
      />
      <FigureLink
        label={t.picking}
        figure={figureOf(picking.data)}
        note={progress.length > 0 ? t.pickingNote(sum('done'), sum('all')) : null}
        link={orderListFor(user, { status: 'Under Process' })}
      />
      <FigureLink
        label={t.road}
        figure={figureOf(road.data)}
        note={long > 0 ? t.roadNote(long) : null}
        isUrgent={long > 0}
        link={orderListFor(user, { status: 'Shipped' })}
      />
      <FigureLink
        label={t.receipts}
        figure={road.data ? formatTotal(due, (road.data.total ?? 0) > shipped.length) : null}
        note={t.receiptsNote}
        link={orderListFor(user, { status: 'Shipped', to: today })}
      />
      <OtherFigure others={operations.others.data} linkTo={(search) => orderListFor(user, search)} />
      <FigureLink
        label={t.discrepancies}
        figure={
          open
            ? formatTotal(open.total ?? open.rows.length, open.totalCapped)
            : discrepancies.isError
              ? '–'
              : null
        }
        note={oldest ? t.discrepanciesNote(formatAge(oldest.createdAt, nowMs)) : null}
        isUrgent={oldest !== undefined}
        link={
          canOpenPage(user, '/central-kitchen/dashboard')
            ? { to: '/central-kitchen/dashboard', search: { bin: 'reconcile' } }
            : null
        }
      />
    </section>
  );
}

function figureOf(
  list: { total: number | null; totalCapped: boolean; rows: readonly unknown[] } | undefined,
): string | null {
  return list ? formatTotal(list.total ?? list.rows.length, list.totalCapped) : null;
}

interface BranchStateTableProps {
  operations: Operations;
  nowMs: number;
}

/** The branches by how soon their next cut-off is, and who has ordered for it. */
function BranchStateTable({ operations, nowMs }: BranchStateTableProps) {
  const t = useMessages(operationsMessages).branches;
  const { branches, deliveries, ordered } = operations;
  const states = branchStates(deliveries, ordered.data?.rows ?? []);
  const isKnown = branches.data !== undefined && (deliveries.length === 0 || ordered.data !== undefined);
  const isFailed = (branches.isError && !branches.data) || (ordered.isError && !ordered.data);
  const done = states.filter(({ state }) => state === 'ordered').length;
  return (
    <Card className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-2 pb-2">
        <CardTitle>{t.title}</CardTitle>
        <p role="status" className="text-muted-foreground text-sm">
          {isKnown && states.length > 0 ? t.summary(formatCount(done), formatCount(states.length)) : ''}
        </p>
      </div>
      {isFailed ? (
        <p className="py-3 text-muted-foreground text-sm">{t.failed}</p>
      ) : !isKnown ? (
        <SkeletonRows label={t.loading} rows={8} />
      ) : states.length === 0 ? (
        <p className="py-3 text-muted-foreground text-sm">{t.none}</p>
      ) : (
        <ul className="divide-y">
          {states.map((state) => (
            <BranchRow key={state._id} state={state} nowMs={nowMs} />
          ))}
        </ul>
      )}
    </Card>
  );
}

const soonMs = 2 * 3_600_000;

function BranchRow({ state, nowMs }: { state: BranchState; nowMs: number }) {
  const t = useMessages(operationsMessages).branches;
  const { name, deliveryDate, cutoffAt } = state;
  const leftMs = Date.parse(cutoffAt) - nowMs;
  const isPressing = state.state !== 'ordered' && leftMs < soonMs;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto_11rem]">
      <span className="min-w-0">
        <span className="block break-words font-medium">{name}</span>
        <span className="block text-muted-foreground text-xs">{t.delivery(formatDay(deliveryDate))}</span>
      </span>
      <span className="whitespace-nowrap text-end tabular-nums">
        <span className={cn('block', isPressing && 'font-medium text-status-amber')}>
          {t.left(formatSpan(leftMs))}
        </span>
        <span className="block text-muted-foreground text-xs">
          {t.cutoff(formatInstantAt(cutoffAt, state.timezone))}
        </span>
      </span>
      <span className="justify-self-end max-sm:col-span-2">
        <OrderState state={state} />
      </span>
    </li>
  );
}

function OrderState({ state: { _id, state, orders, deliveryDate } }: { state: BranchState }) {
  const t = useMessages(operationsMessages).branches;
  const user = useUser();
  const [first] = orders;
  if (first === undefined)
    return (
      <Pill tone="amber" icon={CircleAlert}>
        {t.missing}
      </Pill>
    );
  const link = orderListFor(user, { branch: _id, from: deliveryDate, to: deliveryDate });
  const content =
    state === 'draft' ? (
      <Pill tone="neutral" icon={CircleDashed}>
        {t.draft}
      </Pill>
    ) : orders.length > 1 ? (
      <Pill tone="blue">{t.several(orders.length)}</Pill>
    ) : (
      <StatusPill status={first.status} />
    );
  return link ? (
    <Link {...link} className="inline-flex min-h-8 items-center rounded-full touch:min-h-11">
      {content}
    </Link>
  ) : (
    content
  );
}

const shown = 8;

/** How far the orders in process are, the next delivery first. */
function PickingCard({ picking }: Pick<Operations, 'picking'>) {
  const t = useMessages(operationsMessages).picking;
  const failed = useMessages(operationsMessages).failed;
  const user = useUser();
  const orders = picking.data?.rows ?? [];
  return (
    <ListCard
      title={t.title}
      isLoading={picking.isPending}
      note={picking.isError && !picking.data ? failed : orders.length === 0 ? t.none : null}
      footer={
        <>
          {orders.length > shown ? (
            <span className="text-muted-foreground">{t.more(orders.length - shown)}</span>
          ) : null}
          {orders.length > 0 && canOpenPage(user, '/central-kitchen/pick-list') ? (
            <Link to="/central-kitchen/pick-list" className={footLink}>
              {t.all}
              <OnArrow />
            </Link>
          ) : null}
        </>
      }
    >
      {orders.slice(0, shown).map((order) => {
        const progress = pickProgress(order);
        const link = orderListFor(user, { status: 'Under Process', order: order._id });
        const content = (
          <>
            <span className="min-w-0">
              <span className="block font-medium">{order.orderNo}</span>
              <span className="block text-muted-foreground text-xs">
                {order.branchName} · {formatDay(order.deliveryDate)}
              </span>
            </span>
            <span className="w-36">
              {progress ? <ShareBar {...progress} label={t.done(progress.done, progress.all)} /> : null}
            </span>
          </>
        );
        return (
          <li key={order._id}>
            {link ? (
              <Link {...link} className={cardRow}>
                {content}
              </Link>
            ) : (
              <span className={cardRow}>{content}</span>
            )}
          </li>
        );
      })}
    </ListCard>
  );
}

interface AgeingCardProps extends Pick<Operations, 'discrepancies'> {
  nowMs: number;
}

/** Open discrepancies by how long they wait. */
function AgeingCard({ discrepancies, nowMs }: AgeingCardProps) {
  const t = useMessages(operationsMessages).ageing;
  const money = useMoney();
  const user = useUser();
  const { data } = discrepancies;
  const found = byAge(data?.rows ?? [], nowMs);
  const isCapped = data?.total != null && data.total > data.rows.length;
  return (
    <ListCard
      title={t.title}
      isLoading={false}
      note={discrepancies.isError && !data ? t.failed : data?.rows.length === 0 ? t.none : null}
      footer={
        <>
          {isCapped ? <span className="text-muted-foreground text-xs">{t.capped}</span> : null}
          {data && data.rows.length > 0 && canOpenPage(user, '/central-kitchen/dashboard') ? (
            <Link to="/central-kitchen/dashboard" search={{ bin: 'reconcile' }} className={footLink}>
              {t.resolve}
              <OnArrow />
            </Link>
          ) : null}
        </>
      }
    >
      {ages.map((age) => (
        <li key={age} className="flex items-baseline justify-between gap-3 py-2 text-sm">
          <span>{t[age]}</span>
          <span className="flex gap-4 tabular-nums">
            {mayRead(user, 'costs') ? (
              <span className="min-w-20 text-end text-muted-foreground">
                {found[age].count > 0 ? money(found[age].value) : '\u00a0'}
              </span>
            ) : null}
            <span className="min-w-6 text-end font-medium">{data ? formatCount(found[age].count) : '–'}</span>
          </span>
        </li>
      ))}
    </ListCard>
  );
}
