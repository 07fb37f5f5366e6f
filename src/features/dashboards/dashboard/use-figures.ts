import { useQuery } from '@tanstack/react-query';
import { mayRead } from '#domain/permissions.ts';
import { openDiscrepanciesQuery, ordersByDayQuery } from '#src/collections/documents/figures.ts';
import { orderCountQuery } from '#src/collections/orders/queries.ts';
import { tilesQuery } from '#src/collections/reports/tiles.ts';
import { useUser } from '#src/lib/session/session.ts';
import { addCalendarDays, localDay, dashboardPeriod } from './period.ts';
import { useSteadyNow } from '../use-steady-now.ts';

export interface DashboardSearch {
  branch?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Orders that their branch still waits for. */
const openStatuses = 'Under Review,Sent to Central Kitchen,Under Process,Shipped';
/** Orders that were handed in and not turned down: what the trend counts. */
export const submittedStatuses = `${openStatuses},Received`;

const hourMs = 3_600_000;

/** Every figure of the dashboard that the person may see, each with the address of the list it opens. */
export function useDashboardFigures({ branch, from, to }: DashboardSearch) {
  const user = useUser();
  const now = useSteadyNow();
  const today = localDay(now);
  const period = dashboardPeriod({ from, to }, today);
  const sees = {
    orders: mayRead(user, 'orders'),
    discrepancies: mayRead(user, 'discrepancies'),
    reports: mayRead(user, 'reports'),
  };
  const lists = {
    review: { status: 'Under Review', branch },
    late: { status: openStatuses, to: addCalendarDays(today, -1), branch },
    transit: { status: 'Shipped', shippedBefore: new Date(now - 24 * hourMs).toISOString(), branch },
  };
  const days = { from: period.from, to: period.to, branch };
  const ofOrders = { enabled: sees.orders };

  return {
    period,
    sees,
    lists,
    review: useQuery({ ...orderCountQuery(lists.review), ...ofOrders }),
    late: useQuery({ ...orderCountQuery(lists.late), ...ofOrders }),
    transit: useQuery({ ...orderCountQuery(lists.transit), ...ofOrders }),
    orderDays: useQuery({ ...ordersByDayQuery(days), ...ofOrders }),
    discrepancies: useQuery({ ...openDiscrepanciesQuery(branch), enabled: sees.discrepancies }),
    tiles: useQuery({ ...tilesQuery(days, today, 'light'), enabled: sees.reports }),
    heavyTiles: useQuery({ ...tilesQuery(days, today, 'heavy'), enabled: sees.reports }),
  };
}

export type DashboardQueries = ReturnType<typeof useDashboardFigures>;

/** The queries behind the figures, for a retry of what failed. */
export function figureQueries(figures: DashboardQueries) {
  const { review, late, transit, orderDays, discrepancies, tiles, heavyTiles } = figures;
  return [review, late, transit, orderDays, discrepancies, tiles, heavyTiles];
}
