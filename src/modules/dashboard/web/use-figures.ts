import { useQuery } from '@tanstack/react-query';
import { addDays } from '#core/day.ts';
import { canRead } from '#core/permissions.ts';
import { openDiscrepanciesQuery, ordersByDayQuery } from '#modules/reports/web/queries/figures.ts';
import { orderCountQuery } from '#modules/orders/web/queries/queries.ts';
import { tilesQuery, tileTrendsQuery } from '#modules/reports/web/queries/tiles.ts';
import { useUser } from '#platform/web/session/session.ts';
import { getDashboardPeriod } from './period.ts';
import { useToday } from '#platform/web/use-today.ts';
import { useRoundedNow } from './use-rounded-now.ts';

export interface DashboardSearch {
  branch?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** The figure by which locations are ranked. */
  rank?: string | undefined;
}

/** Statuses of orders that their branch is waiting for. */
const openStatuses = 'Under Review,Sent to Central Kitchen,Under Process,Shipped';
/** Statuses of submitted orders that weren't rejected, which the trend counts. */
export const submittedStatuses = `${openStatuses},Received`;

const hourMs = 3_600_000;

/** Loads the dashboard figures that the user may see, with the filters of the lists they link to. */
export function useDashboardFigures({ branch, from, to }: DashboardSearch) {
  const user = useUser();
  const now = useRoundedNow();
  const today = useToday();
  const period = getDashboardPeriod({ from, to }, today);
  const canSee = {
    orders: canRead(user, 'orders'),
    discrepancies: canRead(user, 'discrepancies'),
    reports: canRead(user, 'reports'),
  };
  const lists = {
    review: { status: 'Under Review', branch },
    late: { status: openStatuses, to: addDays(today, -1), branch },
    transit: { status: 'Shipped', shippedBefore: new Date(now - 24 * hourMs).toISOString(), branch },
  };
  const days = { from: period.from, to: period.to, branch };
  const orderOptions = { enabled: canSee.orders };

  return {
    period,
    canSee,
    lists,
    review: useQuery({ ...orderCountQuery(lists.review), ...orderOptions }),
    late: useQuery({ ...orderCountQuery(lists.late), ...orderOptions }),
    transit: useQuery({ ...orderCountQuery(lists.transit), ...orderOptions }),
    orderDays: useQuery({ ...ordersByDayQuery(days), ...orderOptions }),
    discrepancies: useQuery({ ...openDiscrepanciesQuery(branch), enabled: canSee.discrepancies }),
    tiles: useQuery({ ...tilesQuery(days, today, 'light'), enabled: canSee.reports }),
    heavyTiles: useQuery({ ...tilesQuery(days, today, 'heavy'), enabled: canSee.reports }),
    trends: useQuery({ ...tileTrendsQuery(days, today), enabled: canSee.reports }),
  };
}

export type DashboardQueries = ReturnType<typeof useDashboardFigures>;

/** Returns the queries behind the figures, to retry failed ones. */
export function listFigureQueries(figures: DashboardQueries) {
  const { review, late, transit, orderDays, discrepancies, tiles, heavyTiles, trends } = figures;
  return [review, late, transit, orderDays, discrepancies, tiles, heavyTiles, trends];
}
