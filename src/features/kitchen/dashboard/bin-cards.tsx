import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import { OtherFigure } from '#src/components/order/other-figure.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { lacksCall } from '#src/lib/api/lacks-call.ts';
import { cn } from '#src/lib/cn.ts';
import { useUser } from '#src/lib/session/session.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type Bin, bins } from './bins.ts';
import { kitchenMessages } from './messages.ts';
import type { Kitchen } from './use-kitchen.ts';

const dayMs = 86_400_000;
const isOlder = (at: string | null, days: number, nowMs: number) =>
  at !== null && nowMs - Date.parse(at) > days * dayMs;

const history = '/central-kitchen/branch-orders-history';

interface BinCardsProps {
  kitchen: Kitchen;
  current: Bin;
  nowMs: number;
}

/** One card per bin: label, number, and what of it cannot wait. A click opens its list. */
export function BinCards({ kitchen, current, nowMs }: BinCardsProps) {
  const t = useMessages(kitchenMessages);
  const user = useUser();
  const shown = bins.filter((bin) => bin !== 'reconcile' || !lacksCall(kitchen.discrepancies.error));
  return (
    <nav
      aria-label={t.binsLabel}
      className="grid grid-cols-3 gap-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none lg:gap-3"
    >
      {shown.map((bin) => {
        const figures = figuresOf(bin, kitchen, nowMs);
        return (
          <Link
            key={bin}
            to="/central-kitchen/dashboard"
            search={{ bin }}
            replace
            aria-current={bin === current ? 'true' : undefined}
            className={cn(
              'flex min-h-20 flex-col rounded-lg border bg-card p-2.5 hover:bg-accent sm:p-3 lg:p-4',
              bin === current && 'border-primary bg-selected hover:bg-selected',
            )}
          >
            <span className="text-muted-foreground text-sm">{t.bins[bin].label}</span>
            {figures ? (
              <span className="font-semibold text-3xl">{formatCount(figures.count)}</span>
            ) : (
              <Skeleton className="my-1 h-6.5 w-10" />
            )}
            <span className="min-h-8 text-status-amber text-xs sm:min-h-4">
              {figures && figures.pressing > 0 ? t.bins[bin].hint(figures.pressing) : ''}
            </span>
          </Link>
        );
      })}
      {/* In no bin, and told of all the same. */}
      <OtherFigure
        others={kitchen.others.data}
        linkTo={(search) => (canOpenPage(user, history) ? { to: history, search } : null)}
      />
    </nav>
  );
}

/** How many there are, and how many of them are pressing; null while nothing is known. */
function figuresOf(bin: Bin, kitchen: Kitchen, nowMs: number): { count: number; pressing: number } | null {
  if (bin === 'reconcile') {
    const { data } = kitchen.discrepancies;
    if (!data) return null;
    const pressing = data.rows.filter((row) => isOlder(row.createdAt, 3, nowMs)).length;
    return { count: data.total ?? data.rows.length, pressing };
  }
  const orders = kitchen.bins[bin];
  if (bin === 'road') {
    const { data } = kitchen.road;
    if (!data) return null;
    const pressing = orders.filter((order) => isOlder(order.shippedAt, 1, nowMs)).length;
    return { count: data.total ?? orders.length, pressing };
  }
  if (!kitchen.open.data) return null;
  return { count: orders.length, pressing: orders.filter((order) => order.urgent).length };
}
