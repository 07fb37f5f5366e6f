import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

export const analyticsMessages = defineMessages('modules/analytics/web/messages', {
  views: 'Views',
  tabs: {
    service: 'Fill rate and OTIF',
    demand: 'Demand',
    wastage: 'Wastage',
    stock: 'Stock turnover and ABC',
    branches: 'Branches',
    suppliers: 'Suppliers',
    menu: 'Menu',
    foodCost: 'Actual vs. theoretical',
  },
  /** Definitions of the views: included and excluded data. */
  definitions: {
    title: 'How it’s calculated',
    service: {
      fill: 'Fill rate: lines shipped in full divided by lines ordered, and units shipped divided by units ordered, in base units. Substitutes count as units, not as lines.',
      otif: 'On time: received by the delivery day, in the time zone of the branch. In full: everything ordered was accepted. OTIF: both.',
      exclusions:
        'By delivery day. Excludes drafts and orders that are under review, rejected or cancelled. Fill rate covers shipped orders. On time and in full cover orders that were received, or whose delivery day is over in every time zone: those not received by then are late.',
    },
    demand: {
      orders:
        'Orders by the time they were submitted, in the time zone of the branch. Excludes drafts and rejected or cancelled orders.',
      sold: 'Sold: average portions per weekday. Till sales are per day, without hours.',
    },
    wastage: {
      share:
        'Wastage %: waste divided by usage plus waste, at cost. Blank where reversals are larger than usage.',
      exclusions:
        'By business day. Posted waste only. Excludes delivery write-offs, count adjustments and transfers between locations.',
    },
    stock: {
      turnover:
        'Turnover: usage at cost divided by the average of opening and closing stock. Days of cover: closing stock divided by average daily usage. Days in the future don’t count.',
      abc: 'ABC: items by value of usage. A: the first 80%. B: up to 95%. C: the rest, and items without usage.',
      exclusions:
        'Usage: stock sold, produced or issued. Excludes waste, write-offs, count adjustments, and transfers and returns between locations. For a branch without recorded usage, deliveries count as usage. Goods shipped by a kitchen count as usage of the receiving branch, unless the kitchen is shown on its own.',
    },
    branches: {
      same: 'The figures of the other views by location. Totals are weighted, not averages of percentages.',
      exclusions: 'Locations that you don’t have access to are excluded from rows and totals.',
    },
    suppliers: {
      score:
        'Orders due in this period, or received in it if they had no expected date. Orders not received are included once their expected date has passed in every time zone. On time: first receipt on or before the expected date. In full: the first receipt contained everything, and all was accepted.',
      exclusions:
        'Price drift: amount invoiced above the agreed price, for the same quantities. Rejected: share of the value delivered.',
    },
    menu: {
      method:
        'Menu engineering by Kasavana and Smith. Popular: at least 70% of an equal share of portions sold. Profitable: at least the average margin per portion. Dishes are compared within a menu category or across the menu; both thresholds are shown above.',
      category:
        'The menu category of the recipe, or of the item if it is sold as is. Dishes without a category form one group.',
      exclusions:
        'Not classified: dishes with fewer portions sold than the selected minimum, without a known cost, or with all sales returned.',
      isNew:
        'New: the recipe took effect in this period, or the branch sold the dish for the first time in 52 weeks for which sales data is available.',
      compared: 'The previous period has its own thresholds and uses the costs at its end.',
    },
    foodCost: {
      method:
        'Theoretical: ingredients that the recipes require for the dishes sold. Actual: opening stock plus receipts, less issues and closing stock. Both cover food and drink only, as a percentage of net sales; packaging and other supplies have their own columns.',
      exclusions:
        'Blank where less than the required share of the data is available: sales without a recipe, recipes without a cost, items not counted.',
    },
  },
  branch: 'Branch',
  allBranches: 'All locations',
  days: 'Period',
  from: 'From',
  to: 'To',
  by: 'Group by',
  dimensions: {
    branch: 'Branch',
    week: 'Week',
    day: 'Day',
    weekday: 'Weekday',
    reason: 'Reason',
    item: 'Item',
  },
  against: 'Compare with',
  comparisons: { period: 'Previous period', year: 'Previous year' },
  noComparison: 'None',
  comparedWith: {
    period: (days: string) => `Compared with ${days}, the preceding period of the same length.`,
    year: (days: string) => `Compared with ${days}, 52 weeks earlier, so that weekdays match.`,
  },
  chartLabel: 'Chart',
  totals: 'Totals',
  figures: {
    orders: 'Orders shipped',
    lines: 'Lines ordered',
    linesShort: 'Short lines',
    fillLines: 'Line fill rate',
    fillUnits: 'Unit fill rate',
    due: 'Orders due',
    late: 'Late',
    onTime: 'On time',
    inFull: 'In full',
    otif: 'OTIF',
    records: 'Records',
    cost: 'Wastage cost',
    used: 'Usage at cost',
    wastage: 'Wastage %',
    class: 'Class',
    share: 'Share of usage',
    cumulative: 'Cumulative',
    stock: 'Average stock',
    closing: 'Closing stock',
    turnover: 'Turnover',
    cover: 'Days of cover',
  },
  before: (figure: string) => `Previous: ${figure}`,
  /** Reasons why there is no comparison. */
  notCompared: {
    text: (days: string, reason: string) => `No comparison with ${days}: ${reason}.`,
    sales: 'no sales data',
    orders: 'no orders',
    noData: 'no data',
  },
  chart: (figure: string, dimension: string) => `${figure} by ${dimension.toLowerCase()}`,
  weekOf: (day: string) => `Week of ${day}`,
  code: 'Code',
  print: 'Print',
  table: 'Figures',
  rest: (count: number) => `${formatCount(count)} more`,
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  shown: (count: number, total: number) =>
    `Showing ${formatCount(count)} of ${formatCount(total)} rows. Totals include all rows.`,
  inClass: (name: string) => `Only items of class ${name}. Totals include all items.`,
  onWeekday: (weekday: string) => `Only delivery days on a ${weekday}.`,
  showEverything: 'Show all',
  shownWithinBusiness:
    'Shown as part of the business: goods shipped from here count as usage of the receiving branch.',
  showOnItsOwn: 'Show on its own',
  failed: {
    lists: {
      due: (count: number) => (count === 1 ? '1 order due' : `${formatCount(count)} orders due`),
      late: (count: number) => (count === 1 ? '1 order late' : `${formatCount(count)} orders late`),
      incomplete: (count: number) =>
        count === 1 ? '1 order not in full' : `${formatCount(count)} orders not in full`,
    },
    onlyFailed: 'Show orders late or not in full',
    onTimeInFull: 'on time and in full',
    title: (count: number) =>
      count === 1 ? '1 order late or not in full' : `${formatCount(count)} orders late or not in full`,
    none: 'All orders due were received on time and in full.',
    order: 'Order',
    delivery: 'Delivery day',
    received: 'Received',
    reason: 'Reason',
    late: 'late',
    notReceived: 'not received',
    short: 'not in full',
  },
  demand: {
    grid: 'Orders by weekday and hour',
    weekday: 'Weekday',
    cell: (weekday: string, hour: string, orders: number) =>
      `${weekday}, ${hour}: ${orders === 1 ? '1 order' : `${formatCount(orders)} orders`}`,
    orders: 'Orders submitted',
    lines: 'Lines',
    perDay: 'Average orders per weekday',
    sold: 'Average portions sold per weekday',
    drillDownCell: (weekday: string, hour: string) => `Submitted on ${weekday}, ${hour}`,
    drillDownWeekday: (weekday: string) => `Submitted on a ${weekday}`,
    drillDownAll: 'All orders submitted in this period',
    inAll: (orders: number, lines: number) =>
      `${orders === 1 ? '1 order' : `${formatCount(orders)} orders`}, ${lines === 1 ? '1 line' : `${formatCount(lines)} lines`}.`,
    soldOn: 'Portions sold by day',
    at: 'Submitted',
    open: 'Select a cell, bar or figure to see its orders.',
  },
  suppliers: {
    supplier: 'Supplier',
    orders: 'Orders',
    onTimePercent: 'On time',
    inFullPercent: 'In full',
    priceDriftPercent: 'Price drift',
    rejectedPercent: 'Rejected',
    daysToDeliver: 'Days to deliver',
    none: 'No deliveries were due in this period',
  },
  menu: {
    title: 'Popularity and margin',
    dish: 'Dish',
    sold: 'Sold',
    mix: 'Menu mix',
    margin: 'Margin per portion',
    class: 'Class',
    soldBefore: 'Sold, previous period',
    classBefore: 'Class, previous period',
    totals: { dishes: 'Dishes', sold: 'Portions sold', net: 'Net sales', margin: 'Margin' },
    compareWithin: 'Compare',
    compareOptions: { category: 'Within menu categories', all: 'Across the menu' },
    minimumPortions: 'Exclude',
    minimumLabel: (portions: number) => (portions === 0 ? 'None' : `Below ${formatCount(portions)} portions`),
    filteredTo: (to: string, dishes: number) =>
      `${to}: ${dishes === 1 ? '1 dish' : `${formatCount(dishes)} dishes`}`,
    everything: 'Show all dishes',
    titleByCategory: 'Popularity and margin by category threshold',
    mixByThreshold: 'Menu mix (1 = threshold)',
    marginByThreshold: 'Margin per portion (1 = threshold)',
    nothingToClassify: 'No dishes to classify: too few portions sold, or costs are missing.',
    daysOf: (dish: string, portions: string) => `${dish}: ${portions} portions by day`,
    open: 'Open the recipe or item',
    point: (dish: string, mix: string, margin: string, className: string) =>
      `${dish}: menu mix ${mix}, margin ${margin} per portion, ${className}`,
    none: 'No sales in this period',
  },
  foodCost: {
    branch: 'Branch',
    net: 'Net sales',
    theoretical: 'Theoretical',
    actual: 'Actual',
    variance: 'Variance',
    actualOf: {
      food: 'Actual (food)',
      drink: 'Actual (drink)',
      packaging: 'Actual (packaging)',
      other: 'Actual (other)',
    },
    title: 'Variance (% of net sales)',
    none: 'No sales in this period',
    missingReasons: {
      sales: 'No sales',
      recipes: (known: string, minimum: string) =>
        `Only ${known} of sales have a recipe cost; ${minimum} required`,
      counts: (known: string, minimum: string) => `Only ${known} counted; ${minimum} required`,
    },
  },
  loading: 'Loading figures',
  loadFailed: 'Couldn’t load the figures',
  none: 'No data in this period',
  noneText: 'Choose another period or branch.',
  nothing: 'No analytics available',
  nothingText: 'You don’t have access to orders or stock.',
});
