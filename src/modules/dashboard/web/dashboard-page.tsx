import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChartNoAxesColumn, RotateCw, Target, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { canWrite, getScope } from '#core/permissions.ts';
import { type Branch, branchesQuery } from '#platform/web/queries/branches.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, SavedDataNote } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { useConnection } from '#platform/web/api/connection.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { DashboardFigures } from './dashboard-figures.tsx';
import { BranchRanking } from './branch-ranking.tsx';
import { dashboardMessages } from './messages.ts';
import { TrendTiles } from './trend-tiles.tsx';
import { listDashboardDays, type DashboardPeriod } from './period.ts';
import { listValuesByDay } from './totals.ts';
import { OrdersTrend, OrdersTrendSkeleton } from './trend.tsx';
import { type DashboardSearch, listFigureQueries, useDashboardFigures } from './use-figures.ts';

const route = getRouteApi('/_shell/dashboard');

const goalsDialog = lazyModule(() => import('./goals-dialog.tsx'));

/** The general dashboard: figures by permission, each linked to its list, and the trend of orders. */
export function DashboardPage({ above }: { above?: ReactNode }) {
  const t = useMessages(dashboardMessages);
  const names = useMessages(pageMessages);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { branch } = search;
  const figures = useDashboardFigures(search);
  // The branch in the URL is included even if it is a kitchen or archived, so that its name can be shown.
  const branches = useQuery(branchesQuery()).data?.filter(
    ({ _id, type, isActive }) => _id === branch || (type === 'branch' && isActive),
  );
  const { period, canSee, orderDays } = figures;
  const locationName = branches?.find(({ _id }) => _id === branch)?.name ?? t.context.all;
  const days = listDashboardDays(period);
  const user = useUser();
  // Targets apply to the whole business; a server without tiles has none.
  const canSetGoals =
    getScope(user).kind === 'all' && canWrite(user, 'settings', 'canEdit') && Boolean(figures.tiles.data);
  const [isShowingGoals, setShowingGoals] = useState(false);
  const goals = useLazyModuleWhen(isShowingGoals, goalsDialog);
  const hasNoFigures = !canSee.orders && !canSee.discrepancies && !canSee.reports;

  return (
    <Page>
      <PageHeader
        title={names.dashboards}
        context={`${locationName} · ${t.context.period(formatDay(period.from), formatDay(period.to))}`}
        {...(canSetGoals && {
          secondaryActions: (
            <SecondaryAction onSelect={() => setShowingGoals(true)}>
              <Target aria-hidden="true" />
              {t.goals.open}
            </SecondaryAction>
          ),
        })}
      />
      {isShowingGoals && goals ? (
        <goals.GoalsDialog branch={branch} onClose={() => setShowingGoals(false)} />
      ) : null}
      {above}
      {hasNoFigures ? (
        <EmptyState icon={ChartNoAxesColumn} title={t.nothing} text={t.nothingText} />
      ) : (
        <>
          <DashboardFilters
            search={search}
            period={period}
            branches={branches ?? []}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          />
          <LoadFailures figures={figures} />
          <TrendTiles figures={figures} />
          <div className={cn('pb-6', branch === undefined && 'grid gap-x-6 lg:grid-cols-[3fr_2fr]')}>
            {branch === undefined ? (
              <BranchRanking
                period={period}
                measure={search.rank}
                onMeasure={(rank) => void navigate({ search: (old) => ({ ...old, rank }), replace: true })}
                tiles={[...(figures.tiles.data ?? []), ...(figures.heavyTiles.data ?? [])]}
              />
            ) : null}
            <div className={cn('grid content-start gap-4', branch !== undefined && 'lg:grid-cols-3')}>
              <DashboardFigures figures={figures} branch={branch} />
            </div>
          </div>
          {orderDays.isPending && canSee.orders ? <OrdersTrendSkeleton /> : null}
          {orderDays.data ? (
            <OrdersTrend
              days={days}
              orders={listValuesByDay(orderDays.data, days, ({ orders }) => orders)}
              branch={branch}
            />
          ) : null}
        </>
      )}
    </Page>
  );
}

/** Reports failed queries with a retry, and the age of the figures while the server is unreachable. */
function LoadFailures({ figures }: { figures: ReturnType<typeof useDashboardFigures> }) {
  const t = useMessages(dashboardMessages);
  const layout = useMessages(layoutMessages);
  const { isAlive } = useConnection();
  const queries = listFigureQueries(figures);
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

interface FiltersProps {
  search: DashboardSearch;
  period: DashboardPeriod;
  branches: readonly Branch[];
  onChange(change: DashboardSearch): void;
}

/** Branch and date filters, stored in the URL. */
function DashboardFilters({ search, period, branches, onChange }: FiltersProps) {
  const { filters: t } = useMessages(dashboardMessages);
  const isFiltered = search.branch !== undefined || search.from !== undefined || search.to !== undefined;
  const dates = [
    { key: 'from', label: t.from, value: period.from, max: period.to },
    { key: 'to', label: t.to, value: period.to, min: period.from },
  ] as const;
  return (
    <div
      role="search"
      aria-label={t.label}
      className="grid grid-cols-2 items-center gap-2 pb-4 sm:flex sm:flex-wrap"
    >
      <Select
        aria-label={t.branch}
        className="max-sm:col-span-2 sm:w-auto sm:min-w-40 sm:max-w-60 sm:flex-1"
        value={search.branch ?? ''}
        onChange={(event) => onChange({ branch: event.currentTarget.value || undefined })}
      >
        <option value="">{t.allBranches}</option>
        {branches.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
      {dates.map(({ key, label, ...input }) => (
        <label key={key} className="flex min-w-0 items-center gap-2 text-muted-foreground text-sm">
          <span className="max-sm:sr-only">{label}</span>
          <DateInput
            className="w-full min-w-0 grid-cols-[minmax(0,1fr)] sm:w-36"
            {...input}
            onChange={(event) => onChange({ [key]: event.currentTarget.value || undefined })}
          />
        </label>
      ))}
      {isFiltered ? (
        <Button
          variant="ghost"
          onClick={() => onChange({ branch: undefined, from: undefined, to: undefined })}
        >
          <X aria-hidden="true" />
          {t.clear}
        </Button>
      ) : null}
    </div>
  );
}
