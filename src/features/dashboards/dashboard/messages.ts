import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const days = (count: number) => (count === 1 ? 'the day' : `the ${formatCount(count)} days`);

/** The general dashboard. The other four have catalogues of their own. */
export const dashboardMessages = defineMessages('features/dashboards/dashboard/messages', {
  context: {
    all: 'All branches',
    branch: (name: string) => name,
    period: (from: string, to: string) => `${from} to ${to}`,
  },
  filters: {
    label: 'Filters',
    branch: 'Branch',
    allBranches: 'All branches',
    from: 'From',
    to: 'To',
    clear: 'Clear filters',
  },
  sections: {
    now: 'Now',
    period: 'Stock and period',
    trend: 'Orders by delivery day',
  },
  figures: {
    review: 'Awaiting review',
    late: 'Late',
    transit: 'In transit for over 24 h',
    discrepancies: 'Open discrepancies',
    belowPar: 'Below par',
    stockValue: 'Stock value',
    wastage: 'Wastage cost',
    fillRate: 'Fill rate',
  },
  notes: {
    late: 'Delivery day passed, not received',
    belowPar: 'Not yet below minimum',
    belowMin: (count: number) => `${formatCount(count)} below minimum`,
    out: (count: number) => `${formatCount(count)} out`,
    negative: (count: number) => `${formatCount(count)} negative`,
    fillRate: 'Lines shipped complete',
    notShipped: 'Nothing shipped in these days',
    failed: 'Could not be loaded',
  },
  change: {
    more: (share: string, count: number) => `${share} more than in ${days(count)} before`,
    less: (share: string, count: number) => `${share} less than in ${days(count)} before`,
    same: (count: number) => `As in ${days(count)} before`,
    pointsMore: (points: string, count: number) => `${points} points more than in ${days(count)} before`,
    pointsLess: (points: string, count: number) => `${points} points less than in ${days(count)} before`,
    none: (count: number) => `Nothing to compare with in ${days(count)} before`,
  },
  someFailed: 'Some figures could not be loaded.',
  loading: 'Loading figures',
  trend: {
    total: (count: number) => (count === 1 ? '1 order submitted' : `${formatCount(count)} orders submitted`),
    table: 'Orders by delivery day',
    day: 'Delivery day',
    orders: 'Orders',
    none: 'No order has its delivery in these days.',
    csv: 'CSV',
    file: 'orders-by-day',
  },
  nothing: 'No figures for you here',
  nothingText: 'Your role sees no orders, stock or wastage.',
  allOrders: 'All orders',
});
