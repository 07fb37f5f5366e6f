import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleDashed } from 'lucide-react';
import { type BranchState, branchStates } from '#src/collections/orders/missing-branches.ts';
import { StatusPill } from '#src/components/order/status-pill.tsx';
import { Card, CardTitle } from '#src/components/ui/card.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { formatCount, formatDay, formatInstantAt, formatSpan } from '#src/lib/format/format.ts';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { operationsMessages } from './operations-messages.ts';
import { orderListFor } from './order-list-for.ts';
import type { Operations } from './use-operations.ts';

interface BranchStateTableProps {
  operations: Operations;
  nowMs: number;
}

/** The branches by how soon their next cut-off is, and who has ordered for it. */
export function BranchStateTable({ operations, nowMs }: BranchStateTableProps) {
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
