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
    stock: 'Stock',
    period: 'In these days',
    trend: 'Orders by delivery day',
  },
  figures: {
    review: 'Awaiting review',
    late: 'Late',
    transit: 'In transit for over 24 h',
    discrepancies: 'Open discrepancies',
    belowPar: 'Below par',
    expiring: 'Expiring in 7 days',
    stockValue: 'Stock value',
    notBilled: 'Received, not billed',
    wastage: 'Wastage cost',
    purchases: 'Purchases',
    fillRate: 'Fill rate',
    otif: 'On time in full',
  },
  notes: {
    late: 'Delivery day passed, not received',
    notShipped: 'Nothing shipped in these days',
    failed: 'Could not be loaded',
  },
  tileNotes: {
    stockValue: 'At the end of these days, at cost',
    belowPar: 'Shelves below par, below minimum, out or negative',
    expiring: 'Lots in stock, expired ones included',
    notBilled: 'At the end of these days',
    fillRate: 'Lines shipped complete',
    otif: 'Of the orders received',
    wastage: 'Posted waste, at cost',
    purchases: 'Goods received, freight included',
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
