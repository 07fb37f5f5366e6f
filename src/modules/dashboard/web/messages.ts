import { formatCount, formatQuantity } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const formatPreviousDays = (count: number) =>
  count === 1 ? 'previous day' : `previous ${formatCount(count)} days`;

const formatPoints = (points: number) => `${formatQuantity(points)} ${points === 1 ? 'point' : 'points'}`;

/** Strings for the general dashboard; the other dashboards have their own catalogues. */
export const dashboardMessages = defineMessages('modules/dashboard/web/messages', {
  context: {
    all: 'All branches',
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
    period: 'This period',
    trends: 'Key figures',
    ranking: 'Branches',
    trend: 'Orders by delivery day',
  },
  comparedWith: (count: number) => `Compared with the ${formatPreviousDays(count)}`,
  line: {
    label: (first: string, last: string) => `From ${first} to ${last}.`,
    point: (value: string, day: string) => `${value} (${day})`,
    range: (lowest: string, highest: string) => `Lowest ${lowest}, highest ${highest}.`,
    none: 'Not enough data for a trend',
  },
  ranking: {
    measure: 'Rank branches by',
    title: (figure: string) => `${figure}, worst first`,
    showAll: (count: number) => `Show all ${formatCount(count)} branches`,
  },
  figures: {
    sales: 'Sales',
    review: 'Awaiting review',
    late: 'Late',
    transit: 'In transit for over 24 h',
    discrepancies: 'Open discrepancies',
    recalls: 'Recalls awaiting response',
    belowPar: 'Below par',
    expiring: 'Expiring in 7 days',
    stockValue: 'Stock value',
    notBilled: 'Received, not invoiced',
    wastage: 'Wastage cost',
    purchases: 'Purchases',
    fillRate: 'Fill rate',
    otif: 'On time in full',
    wastageShare: 'Wastage %',
    foodCost: 'Food cost %',
  },
  notes: {
    late: 'Delivery day passed, not received',
    failed: 'Couldn’t load',
    recalls: (count: number) =>
      count === 1
        ? 'Awaiting response from 1 location'
        : `Awaiting response from ${formatCount(count)} locations`,
  },
  tileNotes: {
    sales: 'Net, from tills',
    stockValue: 'At period end, at cost',
    belowPar: 'Items below par or out of stock',
    expiring: 'Lots in stock, including expired',
    notBilled: 'At period end',
    fillRate: 'Lines shipped in full, by delivery date',
    otif: 'Of orders due',
    wastage: 'Posted waste, at cost',
    purchases: 'Goods received, including freight',
    wastageShare: 'Of usage and waste, at cost',
    foodCost: 'Actual, % of net sales',
  },
  /** Shown if a tile has no figure. */
  unknown: {
    fillRate: 'No shipped orders due in this period',
    otif: 'No orders due in this period',
    wastageShare: 'No usage or waste in this period',
    foodCost: 'Not enough sales or counts in this period',
  },
  change: {
    more: (share: string, count: number) => `+${share} vs. ${formatPreviousDays(count)}`,
    less: (share: string, count: number) => `−${share} vs. ${formatPreviousDays(count)}`,
    same: (count: number) => `Same as ${formatPreviousDays(count)}`,
    pointsMore: (points: number, count: number) =>
      `+${formatPoints(points)} vs. ${formatPreviousDays(count)}`,
    pointsLess: (points: number, count: number) =>
      `−${formatPoints(points)} vs. ${formatPreviousDays(count)}`,
    none: (count: number) => `No data for ${formatPreviousDays(count)}`,
  },
  /** Short form, used where the comparison period is shown. */
  shortChange: {
    more: (share: string, _count: number) => `+${share}`,
    less: (share: string, _count: number) => `−${share}`,
    same: (_count: number) => 'No change',
    pointsMore: (points: number, _count: number) => `+${formatPoints(points)}`,
    pointsLess: (points: number, _count: number) => `−${formatPoints(points)}`,
    none: (_count: number) => 'No earlier data',
  },
  goal: {
    atLeast: (goal: string) => `Target: at least ${goal}`,
    atMost: (goal: string) => `Target: at most ${goal}`,
    met: 'met',
    missed: 'not met',
    unknown: 'no data yet',
  },
  goals: {
    open: 'Targets',
    title: 'Tile targets',
    text: 'Tiles show whether their target is met. Percentages apply to each location, numbers and amounts to all locations together.',
    place: 'Location',
    business: 'Whole business',
    atLeast: (unit: string) => `At least${unit}`,
    atMost: (unit: string) => `At most${unit}`,
    percent: ', in %',
    byDays: (count: number) => `, in ${formatCount(count)} days`,
    asBusiness: (goal: string) => `Business target: ${goal}`,
    save: 'Save targets',
    saved: 'Targets saved',
    notSaved: 'Couldn’t save the targets.',
    loadFailed: 'Couldn’t load the targets',
  },
  someFailed: 'Couldn’t load some figures.',
  loading: 'Loading figures',
  trend: {
    total: (count: number) => (count === 1 ? '1 order submitted' : `${formatCount(count)} orders submitted`),
    table: 'Orders by delivery day',
    day: 'Delivery day',
    orders: 'Orders',
    none: 'No orders for delivery in this period.',
    file: 'orders-by-day',
  },
  nothing: 'No figures available',
  nothingText: 'You don’t have access to orders, stock or wastage.',
  allOrders: 'All orders',
});
