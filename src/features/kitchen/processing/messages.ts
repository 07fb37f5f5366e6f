import { defineMessages } from '#src/lib/i18n/messages.ts';

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);

export const processMessages = defineMessages('features/kitchen/processing/messages', {
  lines,
  order: {
    loading: 'Loading the order',
    failed: 'Failed to load the order',
    gone: 'This order is not here any more, or not yours to see.',
  },
  columns: {
    item: 'Item',
    ordered: 'Ordered',
    approved: 'Approved',
    available: 'Available',
    pickedQty: 'Picked',
    shippedQty: 'Shipped',
    variance: 'Difference',
  },
  cell: {
    pickedQty: (item: string) => `${item}, picked quantity`,
    shippedQty: (item: string) => `${item}, shipped quantity`,
  },
  pieces: 'pieces',
  linesOf: (section: string) => `Lines in ${section}`,
  otherSection: 'Other items',
  insteadOf: (item: string) => `instead of ${item}`,
  onlyAvailable: (amount: string) => `Only ${amount} available`,
  variance: {
    complete: 'Complete',
    none: 'Nothing',
    short: (qty: string) => `${qty} short`,
    over: (qty: string) => `${qty} more`,
    missing: (qty: string) => `${qty} not received`,
    damaged: (qty: string) => `${qty} damaged`,
  },
  reason: {
    label: (item: string) => `Reason for ${item}`,
  },
  actions: {
    pickAll: 'Pick all as approved',
    pickedAll: (count: number, short: number) =>
      short === 0
        ? `Picked ${lines(count)} as approved.`
        : `Picked ${lines(count)}: ${short} of them only as far as the stock goes.`,
    undo: 'Undo',
    clear: 'Clear what is picked',
    cleared: 'Picked and shipped quantities are cleared.',
    ship: 'Ship order',
    saving: 'Saving …',
    saved: 'All saved',
    queued: 'Kept on this device until the connection is back',
    held: 'Not saved yet',
    saveAgain: 'Save again',
    print: 'Print delivery note',
    next: (orderNo: string) => `Next: ${orderNo}`,
    openSource: 'Open the dashboard',
  },
  blocked: {
    notPicked: (count: number) =>
      count === 1 ? '1 line has no picked quantity yet.' : `${lines(count)} have no picked quantity yet.`,
    allPicked: 'Every line has a picked quantity already.',
    pending: 'The last action is still on its way.',
    picked: 'Something is picked already: clear the picked and shipped quantities first.',
    begun: (branch: string) => `${branch} has begun to receive this: have what it entered cleared first.`,
  },
  transport: {
    driver: 'Driver',
    vehicle: 'Vehicle',
    crates: 'Crates',
    cratesWrong: 'A whole number from 1 to 200',
  },
  progress: (done: number, all: number) => `${done} of ${lines(all)} picked`,
  stale: 'Somebody else changed this order meanwhile. What you entered is kept: check it and save again.',
  refused: 'The server did not take the last change. What you entered is kept.',
  shortage: (item: string, place: string, wanted: string, available: string) =>
    `Not enough ${item} at ${place}: ${wanted} wanted, ${available} available.`,
  missingReasons: (count: number) =>
    count === 1
      ? '1 line ships another quantity than approved: say why.'
      : `${lines(count)} ship another quantity than approved: say why.`,
  lots: {
    open: 'Lots',
    choose: (item: string) => `Choose lots of ${item}`,
    proposed: 'Take, by expiry:',
    uncovered: (amount: string) => `${amount} in no lot that may go out`,
    title: (item: string) => `Lots of ${item}`,
    wanted: (amount: string) => `${amount} to pick`,
    sum: (sum: string, approved: string) => `${sum} of ${approved}`,
    short: (amount: string) => `${amount} short`,
    over: (amount: string) => `${amount} more than approved`,
    pick: (amount: string) => `Pick ${amount}`,
  },
  ship: {
    title: (orderNo: string) => `Ship ${orderNo}`,
    from: (kitchen: string, branch: string) => `From the stock of ${kitchen}, on the way to ${branch}:`,
    complete: (count: number) =>
      count === 1 ? '1 line exactly as approved.' : `${lines(count)} exactly as approved.`,
    shortHead: 'Short',
    leftHead: 'Not shipped',
    moreHead: 'More than approved',
    short: (item: string, shipped: string, approved: string) => `${item}: ${shipped} of ${approved}`,
    left: (item: string, approved: string) => `${item}: none of ${approved}`,
    more: (item: string, shipped: string, approved: string) => `${item}: ${shipped}, ${approved} approved`,
    substitute: (item: string, shipped: string) => `${item}: ${shipped} as a substitute`,
    notEnough: 'Not enough in stock',
    notEnoughOf: (item: string, shipped: string, available: string) =>
      `${item}: ${shipped} to ship, ${available} available`,
    belowZero: 'Stock falls below zero',
    belowZeroOf: (item: string, shipped: string, available: string, left: string) =>
      `${item}: ${shipped} to ship, ${available} available; ${left} afterwards`,
    stopped: 'These lots may not go out',
    stoppedOf: (item: string, lot: string, why: string) => `${item}, lot ${lot}: ${why}`,
    whatIsThere: 'Ship what is there',
    nothing: 'Nothing ships: every line is at 0. No stock moves.',
    afterwards: 'The stock leaves the kitchen at once, and the delivery note gets its number.',
    unanswered: (count: number) =>
      count === 1
        ? "The branch hasn't answered 1 substitute yet. It can still refuse it on receipt."
        : `The branch hasn't answered ${count} substitutes yet. It can still refuse them on receipt.`,
    confirm: 'Ship now',
    back: 'Back to picking',
  },
  done: {
    shipped: (branch: string) => `Shipped to ${branch}`,
    note: (number: string) => `Delivery note ${number}`,
    queued: 'The shipment is queued and goes out when the connection is back.',
  },
  substitute: {
    short: 'Substitute',
    offerFor: (item: string) => `Add a substitute for ${item}`,
    title: (item: string) => `Substitute for ${item}`,
    search: 'Search item or code',
    usual: 'Usual substitutes',
    found: 'All items',
    none: 'No item matches',
    free: (amount: string) => `${amount} free`,
    quantity: 'Quantity to ship',
    quantityHint: (unit: string) => `In ${unit}`,
    quantityMissing: 'Enter a quantity above 0.',
    asked: (branches: string) => `${branches}: the branch is asked first. It ships once it is accepted.`,
    never: (branches: string) => `${branches}: nothing else is sent instead of this item.`,
    add: 'Add substitute',
  },
  list: {
    together: 'Ship together',
    togetherContext:
      'Choose what goes with one vehicle. Each order ships by its own rules; what cannot go stays.',
    context: 'Pick, check, ship. What you enter is saved by itself.',
    label: 'Orders in process',
    search: 'Search order or branch',
    loading: 'Loading orders in process',
    failed: 'Failed to load orders',
    empty: 'Nothing to pick',
    emptyText: 'Orders come here when they are accepted on the dashboard.',
    toDashboard: 'Go to the dashboard',
    noMatch: 'No order in process matches',
    progress: (done: number, all: number) => `${done} of ${all} picked`,
    more: (shown: number, total: string) => `The first ${shown} of ${total} orders.`,
    back: 'All orders in process',
    choose: 'Choose an order to pick.',
  },
});
