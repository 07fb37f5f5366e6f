import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for discrepancies: the list with ageing, the panel, and the decisions. */
export const discrepancyMessages = defineMessages('modules/discrepancies/web/messages', {
  context: 'Delivery differences and who bears the cost.',
  empty: {
    title: 'No open discrepancies',
    text: 'Short, damaged or extra goods that branches report appear here.',
  },
  types: { short: 'Short', damaged: 'Damaged', over: 'Over', wrong_item: 'Wrong item' },
  list: {
    label: 'Discrepancies',
    search: 'Search item or document number',
    nothingMatches: 'No matching discrepancies',
    status: 'Status',
    /** The default status filter. */
    allStatuses: 'Open',
    statuses: { Resolved: 'Resolved', All: 'Open and resolved' },
    place: 'Location',
    allPlaces: 'All locations',
    days: 'Reported',
    from: 'Reported on or after',
    to: 'Reported on or before',
    allTypes: 'All types',
    docType: 'Document type',
    allDocTypes: 'Orders and transfers',
    docTypes: { order: 'Orders', transfer: 'Transfers and returns' },
    allTargets: 'Charged to: all',
    age: 'Age',
    allAges: 'Any age',
  },
  fields: {
    orderNo: 'Document',
    itemName: 'Item',
    type: 'Type',
    qty: 'Quantity',
    value: 'Value',
    branchName: 'Location',
    kitchen: 'From',
    branch: 'To',
    createdAt: 'Reported',
    status: 'Status',
    action: 'Decision',
    chargedTo: 'Charged to',
    note: 'Note',
  },
  ages: {
    under1: 'Under 1 day',
    under3: '1 to 3 days',
    under7: '3 to 7 days',
    older: '7 days or more',
  },
  ageing: 'Open by age',
  ageCount: (count: number) => (count === 1 ? '1 open' : `${count} open`),
  daysOpen: (days: number) => (days < 1 ? 'today' : days === 1 ? '1 day' : `${days} days`),
  failed: 'Couldn’t load discrepancies',
  loading: 'Loading discrepancies',
  openOrder: (orderNo: string) => `Open order ${orderNo}`,
  openTransfer: (number: string) => `Open transfer ${number}`,
  openFollowUp: 'Open resend order',
  selected: (count: number) => (count === 1 ? '1 discrepancy selected' : `${count} discrepancies selected`),
  resolveSelected: (count: number) =>
    count === 1 ? 'Resolve 1 discrepancy' : `Resolve ${count} discrepancies`,
  count: (count: number) => (count === 1 ? '1 discrepancy' : `${count} discrepancies`),
  selectOneType: 'Select discrepancies of the same type to resolve them together.',
  noSharedDecision: 'No decision applies to all selected discrepancies.',
  bulkTitle: (type: string, count: number) => `${type}: ${count} discrepancies`,
  selectedGoods: 'the selected goods',
  resolvedCount: (count: number) =>
    count === 1 ? '1 discrepancy resolved.' : `${count} discrepancies resolved.`,
  outcomes: 'Outcomes',
  resolvedText: 'Resolved.',
  resolvedBy: (name: string | null, action: string, target: string | null, age: string) =>
    `${name ?? 'Someone else'} resolved this first, ${age}: “${action}”${target === null ? '' : `, charged to: ${target}`}.`,
  resolvedByHint: 'Your decision wasn’t posted. Close this dialog, or open the document to review it.',
  notFound: 'This discrepancy no longer exists.',
  close: 'Close',
  loadingOne: 'Loading discrepancy',
  failedOne: 'Couldn’t load the discrepancy',
  statuses: { Open: 'Open', Resolved: 'Resolved' },
  noPermission: 'You don’t have permission to resolve this discrepancy.',
  title: (type: string, item: string) => `${type}: ${item}`,
  resolution: 'Resolution',
  verbs: {
    found_at_kitchen: 'Return to kitchen stock',
    resend: 'Resend',
    written_off: 'Write off',
    found_at_branch: 'Add to branch stock',
    returned: 'Return from branch to kitchen',
    confirmed: 'Confirm extra quantity',
  },
  /** For a transfer: location where the goods were found. */
  addToStockAt: (place: string) => `Add to stock at ${place}`,
  /** For an order, used within a sentence. */
  parties: { sender: 'the kitchen', receiver: 'the branch' },
  unknownSender: 'the sender',
  unknownReceiver: 'the receiver',
  confirm: {},
  stockEffects: {
    nothing: () => 'Stock doesn’t change.',
    'transit kitchen': (qty: string, sender: string, _receiver: string) =>
      `Moves ${qty} from transit back to stock at ${sender}.`,
    'transit wastage': (qty: string) => `Writes off ${qty} in transit as waste.`,
    'transit branch': (qty: string, _sender: string, receiver: string) =>
      `Moves ${qty} from transit to stock at ${receiver}.`,
    'hold wastage': (qty: string, _sender: string, receiver: string) =>
      `Writes off ${qty} on hold at ${receiver} as waste.`,
    'hold kitchen': (qty: string, sender: string, receiver: string) =>
      `Moves ${qty} on hold at ${receiver} back to stock at ${sender}.`,
    'kitchen branch': (qty: string, sender: string, receiver: string) =>
      `Moves ${qty} from stock at ${sender} to stock at ${receiver}.`,
  },
  /** Effects on value, by destination of the goods. */
  valueEffects: {
    nothing: () => 'Stock value doesn’t change.',
    kitchen: (value: string, sender: string, _receiver: string) =>
      `The stock value at ${sender} increases by ${value}.`,
    branch: (value: string, _sender: string, receiver: string) =>
      `The stock value at ${receiver} increases by ${value}.`,
    wastage: (value: string) => `Loss: ${value}.`,
  },
  followUp: 'Creates a new order to send the goods again.',
  chargeHint: 'You choose who bears the cost.',
  busy: 'Your last decision is still being sent.',
  comment: 'Comment',
  commentHint: 'Visible to the sender and the receiver. Doesn’t resolve the discrepancy.',
  addComment: 'Add comment',
  chargedTo: 'Who bears the cost?',
  targets: { kitchen: 'Kitchen', branch: 'Branch', carrier: 'Carrier' },
  chooseTarget: 'Choose who bears the cost',
  back: 'Back',
  resolved: (item: string) => `Resolved: ${item}.`,
});
