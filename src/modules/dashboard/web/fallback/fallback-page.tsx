import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Activity,
  CircleCheck,
  CloudOff,
  History,
  type LucideIcon,
  RotateCw,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import { canRead } from '#core/permissions.ts';
import { refetchSimpleOrders } from '#modules/orders/web/queries/cache.ts';
import { ordersSimpleQuery } from '#modules/orders/web/queries/queries.ts';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { PageLinks } from '#platform/web/layout/page-links.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#platform/web/ui/table.tsx';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { api } from '#platform/web/api/api.ts';
import { useConnection } from '#platform/web/api/connection.ts';
import { cn } from '#platform/web/cn.ts';
import { formatAge, formatCount, formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { type LastOrder, lastOrdersStore } from '#modules/orders/web/last-orders.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { useNow } from '#platform/web/use-now.ts';
import { fallbackMessages } from './messages.ts';

/**
 * The page that the error screen links to. It makes one lightweight request, and works even if that fails.
 */
export function FallbackPage() {
  const names = useMessages(pageMessages);
  const t = useMessages(fallbackMessages);
  const user = useUser();
  const queryClient = useQueryClient();
  return (
    <Page>
      <PageHeader title={names.fallbackDashboard} context={t.context} />
      <div className="flex flex-col gap-6">
        <ConnectionCard onReachable={() => void refetchSimpleOrders(queryClient)} />
        <section>
          <h2 className="pb-2 font-semibold text-sm">{t.orders.title}</h2>
          <SavedOrders />
        </section>
        <section>
          <h2 className="pb-2 font-semibold text-sm">{t.pages}</h2>
          <PageLinks user={user} />
        </section>
      </div>
    </Page>
  );
}

const outcomeStyles: Record<HealthOutcome['kind'], { icon: LucideIcon; tone: string }> = {
  alive: { icon: CircleCheck, tone: 'text-status-green' },
  serverError: { icon: TriangleAlert, tone: 'text-status-amber' },
  refused: { icon: TriangleAlert, tone: 'text-status-amber' },
  unreachable: { icon: CloudOff, tone: 'text-status-red' },
};

/** Shows whether the server responds, with a check on request. */
function ConnectionCard({ onReachable }: { onReachable?(): void }) {
  const { connection: t } = useMessages(fallbackMessages);
  const { lastResponseAt } = useConnection();
  const now = useNow();
  const [outcome, setOutcome] = useState<HealthOutcome | 'checking' | null>(null);
  const check = async () => {
    setOutcome('checking');
    const result = await checkConnection();
    setOutcome(result);
    if (result.kind === 'alive') onReachable?.();
  };
  const style = outcome === null || outcome === 'checking' ? null : outcomeStyles[outcome.kind];
  const Icon = style?.icon ?? Activity;
  return (
    <Card className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <CardTitle>{t.title}</CardTitle>
        <p role="status" className="flex items-center gap-2 pt-1 text-sm">
          <Icon
            aria-hidden="true"
            className={cn('size-4 shrink-0', style?.tone ?? 'text-muted-foreground')}
          />
          {outcome === 'checking' ? t.checking : outcome ? describeOutcome(outcome, t) : t.notChecked}
        </p>
        <p className="text-muted-foreground text-xs">
          {lastResponseAt ? t.lastResponse(formatAge(lastResponseAt, now)) : t.noResponse}
        </p>
      </div>
      <Button variant="primary" disabled={outcome === 'checking'} onClick={() => void check()}>
        {t.check}
      </Button>
    </Card>
  );
}

function describeOutcome(outcome: HealthOutcome, t: Texts): string {
  switch (outcome.kind) {
    case 'alive':
      return t.alive(formatCount(outcome.ms));
    case 'serverError':
      return t.serverError(outcome.status);
    case 'refused':
      return t.refused(outcome.status);
    case 'unreachable':
      return t.unreachable;
  }
}

type Texts = ReturnType<typeof useMessages<(typeof fallbackMessages)['en']>>['connection'];

/** Result of a `/health` request. */
type HealthOutcome =
  | { kind: 'alive'; ms: number }
  /** The server returned a 5xx error. */
  | { kind: 'serverError'; status: number }
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable' };

/** Timeout of the health check in milliseconds. */
const timeoutMs = 8000;

/** Checks the server's health. Never rejects; a server without `/health` counts as alive if it responds. */
async function checkConnection(): Promise<HealthOutcome> {
  const startedAt = performance.now();
  const getElapsedMs = () => Math.round(performance.now() - startedAt);
  try {
    await api.get('health', { signal: AbortSignal.timeout(timeoutMs) });
    return { kind: 'alive', ms: getElapsedMs() };
  } catch (error) {
    if (!(error instanceof ApiError) || error.isNetwork) return { kind: 'unreachable' };
    const { status } = error;
    if (status === 404) return { kind: 'alive', ms: getElapsedMs() };
    return status >= 500 ? { kind: 'serverError', status } : { kind: 'refused', status };
  }
}

/** Orders from one lightweight request, or cached orders until it succeeds. */
function SavedOrders() {
  const { orders: t } = useMessages(fallbackMessages);
  const layout = useMessages(layoutMessages);
  const canReadOrders = canRead(useUser(), 'orders');
  const cachedOrders = useStore(lastOrdersStore);
  const query = useQuery({ ...ordersSimpleQuery(), enabled: canReadOrders });
  const now = useNow();
  if (!canReadOrders) return <p className="text-muted-foreground text-sm">{t.notAllowed}</p>;

  const isLive = query.isSuccess && !query.isError;
  const rows = isLive
    ? query.data.rows.map((row): LastOrder => ({ ...row, storedAt: query.dataUpdatedAt }))
    : cachedOrders;
  const seenAt = Math.max(0, ...rows.map((row) => row.storedAt));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2">
        <p className="flex-1 text-muted-foreground text-sm" role="status">
          {query.isError ? `${getErrorMessage(query.error, t.failed)} ` : ''}
          {isLive ? t.live : rows.length > 0 ? t.saved(formatAge(seenAt, now)) : ''}
        </p>
        <Button size="sm" disabled={query.isFetching} onClick={() => void query.refetch()}>
          <RotateCw aria-hidden="true" />
          {layout.retry}
        </Button>
      </div>
      {rows.length > 0 ? (
        <OrderTable rows={rows} now={now} />
      ) : query.isPending ? (
        <SkeletonRows label={t.loading} rows={20} />
      ) : (
        <EmptyState icon={History} title={isLive ? t.empty : t.none} text={isLive ? undefined : t.noneText} />
      )}
    </>
  );
}

/** Fixed column widths, so that replacing cached rows with live ones causes no layout shift. */
function OrderTable({ rows, now }: { rows: readonly LastOrder[]; now: number }) {
  const { orders: t } = useMessages(fallbackMessages);
  return (
    <Table aria-label={t.title} className="min-w-180 table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-40">{t.number}</TableHead>
          <TableHead className="w-56">{t.status}</TableHead>
          <TableHead>{t.branch}</TableHead>
          <TableHead>{t.delivery}</TableHead>
          <TableHead>{t.seen}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((order) => (
          <TableRow key={order._id}>
            <TableCell className="whitespace-nowrap font-medium">{order.orderNo}</TableCell>
            <TableCell>
              <StatusPill status={order.status} />
            </TableCell>
            <TableCell className="max-w-60 truncate">{order.branchName}</TableCell>
            <TableCell className="whitespace-nowrap">{formatDay(order.deliveryDate)}</TableCell>
            <TableCell className="whitespace-nowrap text-muted-foreground">
              {formatAge(order.storedAt, now)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
