import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const days = (count: number) => (count === 1 ? 'the day' : `the ${formatCount(count)} days`);

/** Texts of the general dashboard; the other four have their own catalogues. */
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
    recalls: 'Recalls to answer',
    belowPar: 'Below par',
    expiring: 'Expiring in 7 days',
    stockValue: 'Stock value',
    notBilled: 'Received, not billed',
    wastage: 'Wastage cost',
    purchases: 'Purchases',
    fillRate: 'Fill rate',
    otif: 'On time in full',
    wastageShare: 'Wastage %',
    foodCost: 'Food cost %',
  },
  notes: {
    late: 'Delivery day passed, not received',
    failed: 'Could not be loaded',
    recalls: (count: number) =>
      count === 1
        ? 'Awaiting answer from 1 location'
        : `Awaiting answer from ${formatCount(count)} locations`,
  },
  tileNotes: {
    stockValue: 'At the end of these days, at cost',
    belowPar: 'Shelves below par, below minimum, out or negative',
    expiring: 'Lots in stock, expired ones included',
    notBilled: 'At the end of these days',
    fillRate: 'Lines shipped complete, by delivery date',
    otif: 'Of the orders due',
    wastage: 'Posted waste, at cost',
    purchases: 'Goods received, freight included',
    wastageShare: 'Of all that was used or thrown away',
    foodCost: 'Actual cost of food and drink, of net sales',
  },
  /** Shown if a tile has no figure. */
  unknown: {
    fillRate: 'No shipped order was due for delivery in these days',
    otif: 'Nothing was due in these days',
    wastageShare: 'Nothing used or thrown away in these days',
    foodCost: 'Too little sold or counted in these days',
  },
  change: {
    more: (share: string, count: number) => `${share} more than in ${days(count)} before`,
    less: (share: string, count: number) => `${share} less than in ${days(count)} before`,
    same: (count: number) => `As in ${days(count)} before`,
    pointsMore: (points: string, count: number) => `${points} points more than in ${days(count)} before`,
    pointsLess: (points: string, count: number) => `${points} points less than in ${days(count)} before`,
    none: (count: number) => `Nothing to compare with in ${days(count)} before`,
  },
  goal: {
    atLeast: (goal: string) => `Goal: at least ${goal}`,
    atMost: (goal: string) => `Goal: at most ${goal}`,
    met: 'met',
    missed: 'not met',
    unknown: 'no figure yet',
  },
  goals: {
    open: 'Goals',
    title: 'Goals of tiles',
    text: 'A tile says whether its goal is met. A share of the business holds at every place; a number or an amount is of all places together.',
    place: 'For',
    business: 'The whole business',
    atLeast: (unit: string) => `At least${unit}`,
    atMost: (unit: string) => `At most${unit}`,
    percent: ', in %',
    byDays: (count: number) => `, in ${formatCount(count)} days`,
    asBusiness: (goal: string) => `As the business: ${goal}`,
    save: 'Save the goals',
    saved: 'The goals are saved',
    notSaved: 'The goals could not be saved',
    loadFailed: 'The goals could not be loaded',
  },
  someFailed: 'Some figures could not be loaded.',
  loading: 'Loading figures',
  trend: {
    total: (count: number) => (count === 1 ? '1 order submitted' : `${formatCount(count)} orders submitted`),
    table: 'Orders by delivery day',
    day: 'Delivery day',
    orders: 'Orders',
    none: 'No order has its delivery in these days.',
    file: 'orders-by-day',
  },
  nothing: 'No figures for you here',
  nothingText: 'Your role sees no orders, stock or wastage.',
  allOrders: 'All orders',
});
