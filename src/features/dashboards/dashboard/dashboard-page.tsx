import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChartNoAxesColumn, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState, SavedDataNote } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { DashboardFigures } from './dashboard-figures.tsx';
import { DashboardFilters } from './dashboard-filters.tsx';
import { dashboardMessages } from './messages.ts';
import { daysOf } from './period.ts';
import { perDay } from './totals.ts';
import { Trend, TrendSkeleton } from './trend.tsx';
import { figureQueries, useFigures } from './use-figures.ts';

const route = getRouteApi('/_shell/dashboard');

/** The general dashboard: figures by what the person may see, each opening its list, and how orders went. */
export function DashboardPage({ above }: { above?: ReactNode }) {
  const t = useMessages(dashboardMessages);
  const names = useMessages(pageMessages);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { branch } = search;
  const figures = useFigures(search);
  const branches = useQuery(branchesQuery()).data?.filter(
    ({ type, isActive }) => type === 'branch' && isActive,
  );
  const { period, sees, orderDays } = figures;
  const place = branches?.find(({ _id }) => _id === branch)?.name ?? t.context.all;
  const days = daysOf(period);
  const seesNothing = !sees.orders && !sees.stock && !sees.discrepancies && !sees.wastage;

  return (
    <Page>
      <PageHeader
        title={names.dashboards}
        context={`${place} · ${t.context.period(formatDay(period.from), formatDay(period.to))}`}
      />
      {above}
      {seesNothing ? (
        <EmptyState icon={ChartNoAxesColumn} title={t.nothing} text={t.nothingText} />
      ) : (
        <>
          <DashboardFilters
            search={search}
            period={period}
            branches={branches ?? []}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          />
          <Trouble figures={figures} />
          <DashboardFigures figures={figures} branch={branch} />
          {orderDays.isPending && sees.orders ? <TrendSkeleton /> : null}
          {orderDays.data ? (
            <Trend
              days={days}
              orders={perDay(orderDays.data, days, ({ orders }) => orders)}
              branch={branch}
            />
          ) : null}
        </>
      )}
    </Page>
  );
}

/** What could not be loaded, with a retry; and how old the figures are while the server does not answer. */
function Trouble({ figures }: { figures: ReturnType<typeof useFigures> }) {
  const t = useMessages(dashboardMessages);
  const layout = useMessages(layoutMessages);
  const { isAlive } = useConnection();
  const queries = figureQueries(figures);
  const failed = queries.filter((query) => query.isError && query.data === undefined);
  if (failed.length > 0) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 pb-4 text-sm">
        <span className="text-status-amber">{t.someFailed}</span>
        <Button size="sm" onClick={() => failed.forEach((query) => void query.refetch())}>
          <RotateCw aria-hidden="true" />
          {layout.retry}
        </Button>
      </div>
    );
  }
  const loadedAt = Math.max(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt));
  return isAlive || loadedAt === 0 ? null : <SavedDataNote loadedAt={loadedAt} />;
}
