import { defineMessages } from '#platform/web/i18n/messages.ts';

const countLines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);

export const processMessages = defineMessages('modules/picking/web/processing/messages', {
  lines: countLines,
  order: {
    loading: 'Loading the order',
    failed: 'Couldn’t load the order',
    gone: 'This order doesn’t exist or you don’t have access to it.',
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
  linesLabel: (section: string) => `Lines in ${section}`,
  otherSection: 'Other items',
  substituteNote: (item: string) => `substitute for ${item}`,
  onlyAvailable: (amount: string) => `Only ${amount} available`,
  variance: {
    complete: 'Complete',
    none: 'Not shipped',
    short: (qty: string) => `${qty} short`,
    over: (qty: string) => `${qty} over`,
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
        ? `Picked ${countLines(count)} as approved.`
        : `Picked ${countLines(count)}. Not enough stock for ${short} of them.`,
    undo: 'Undo',
    clear: 'Reset picking',
    cleared: 'Picked and shipped quantities cleared.',
    ship: 'Ship order',
    saving: 'Saving…',
    saved: 'All saved',
    queued: 'Saved on this device. It will be sent when you’re back online.',
    held: 'Not saved yet',
    saveAgain: 'Save again',
    print: 'Print delivery note',
    next: (orderNo: string) => `Next: ${orderNo}`,
  },
  blocked: {
    notPicked: (count: number) =>
      count === 1
        ? '1 line has no picked quantity yet.'
        : `${countLines(count)} have no picked quantity yet.`,
    pending: 'Your last change is still being saved.',
    picked: 'Some lines are already picked. Reset picking first.',
    receiptStarted: (branch: string) =>
      `${branch} has started receiving this order. Ask them to clear their entries first.`,
  },
  transport: {
    driver: 'Driver',
    vehicle: 'Vehicle',
    crates: 'Crates',
    cratesWrong: 'Enter a whole number from 1 to 200',
  },
  progress: (done: number, all: number) => `${done} of ${countLines(all)} picked`,
  stale: 'Someone else changed this order. Your entries are still here: check them and save again.',
  refused: 'Couldn’t save the last change. Your entries are still here.',
  shortage: (item: string, place: string, wanted: string, available: string) =>
    `Not enough ${item} at ${place}: ${wanted} needed, ${available} available.`,
  missingReasons: (count: number) =>
    count === 1
      ? '1 shipped quantity differs from the approved quantity. Choose a reason.'
      : `${count} shipped quantities differ from the approved quantities. Choose a reason for each.`,
  lots: {
    open: 'Lots',
    choose: (item: string) => `Choose lots for ${item}`,
    proposed: 'Pick first:',
    uncovered: (amount: string) => `No shippable lot for ${amount}`,
    title: (item: string) => `Lots for ${item}`,
    wanted: (amount: string) => `${amount} to pick`,
    sum: (sum: string, approved: string) => `${sum} of ${approved}`,
    short: (amount: string) => `${amount} short`,
    over: (amount: string) => `${amount} more than approved`,
    pick: (amount: string) => `Pick ${amount}`,
  },
  ship: {
    title: (orderNo: string) => `Ship ${orderNo}`,
    from: (kitchen: string, branch: string) => `From ${kitchen} to ${branch}`,
    complete: (count: number) => (count === 1 ? '1 line as approved.' : `${countLines(count)} as approved.`),
    shortHeading: 'Short',
    unshippedHeading: 'Not shipped',
    overHeading: 'More than approved',
    short: (item: string, shipped: string, approved: string) => `${item}: ${shipped} of ${approved}`,
    left: (item: string, approved: string) => `${item}: none of ${approved}`,
    more: (item: string, shipped: string, approved: string) => `${item}: ${shipped}, ${approved} approved`,
    substitute: (item: string, shipped: string) => `${item}: ${shipped} as a substitute`,
    notEnough: 'Not enough in stock',
    notEnoughLine: (item: string, shipped: string, available: string) =>
      `${item}: ${shipped} to ship, ${available} available`,
    belowZero: 'Stock will fall below zero',
    belowZeroLine: (item: string, shipped: string, available: string, left: string) =>
      `${item}: ${shipped} to ship, ${available} available; ${left} afterwards`,
    stopped: 'These lots can’t be shipped',
    stoppedLot: (item: string, lot: string, reason: string) => `${item}, lot ${lot}: ${reason}`,
    shipAvailable: 'Ship available stock',
    nothing: 'All lines are 0, so nothing will ship and stock won’t change.',
    afterwards: 'Stock is deducted now and the delivery note is issued.',
    unanswered: (count: number) =>
      count === 1
        ? '1 substitute is still waiting for the branch’s response. The branch can refuse it on receipt.'
        : `${count} substitutes are still waiting for the branch’s response. The branch can refuse them on receipt.`,
    confirm: 'Ship now',
    back: 'Back to picking',
  },
  done: {
    shipped: (branch: string) => `Shipped to ${branch}`,
    note: (number: string) => `Delivery note ${number}`,
    queued: 'The shipment is saved on this device. It will be sent when you’re back online.',
  },
  substitute: {
    short: 'Substitute',
    offerLabel: (item: string) => `Add a substitute for ${item}`,
    title: (item: string) => `Substitute for ${item}`,
    search: 'Search item or code',
    usual: 'Usual substitutes',
    found: 'All items',
    none: 'No matching items',
    available: (amount: string) => `${amount} available`,
    quantity: 'Quantity to ship',
    quantityHint: (unit: string) => `In ${unit}`,
    quantityMissing: 'Enter a quantity above 0.',
    asked: (branches: string) => `${branches} must accept the substitute before it ships.`,
    never: (branches: string) => `Substitutes for this item aren’t allowed for ${branches}.`,
    add: 'Add substitute',
  },
  list: {
    together: 'Ship together',
    togetherContext: 'Select the orders for one vehicle. Orders that can’t be shipped keep their status.',
    context: 'Pick, check and ship. Changes save automatically.',
    label: 'Orders being processed',
    search: 'Search order or branch',
    loading: 'Loading orders',
    failed: 'Failed to load orders',
    empty: 'Nothing to pick',
    emptyText: 'Orders appear here when they’re accepted on the kitchen dashboard.',
    toDashboard: 'Go to kitchen dashboard',
    noMatch: 'No matching orders',
    progress: (done: number, all: number) => `${done} of ${all} picked`,
    more: (shown: number, total: string) => `Showing the first ${shown} of ${total} orders.`,
    back: 'All orders being processed',
    choose: 'Choose an order to pick.',
  },
});
