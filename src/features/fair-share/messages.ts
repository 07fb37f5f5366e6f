import { defineMessages } from '#src/lib/i18n/messages.ts';

export const fairShareMessages = defineMessages('features/fair-share/messages', {
  context: (kitchen: string, items: number) =>
    items === 1 ? `${kitchen}: 1 item is short` : `${kitchen}: ${items} items are short`,
  loading: 'Looking for what is short',
  failed: 'What is short could not be loaded',
  none: 'Nothing is short',
  noneText: 'The stock covers all open orders of this kitchen.',
  toDashboard: 'To the kitchen dashboard',
  chooseKitchen: 'Choose a kitchen',
  chooseKitchenText: 'Shortages are shared kitchen by kitchen.',
  ofKitchens: 'A kitchen shares what is short',
  ofKitchensText: 'You work for branches. What your orders get is said in the orders themselves.',
  noCall: 'This server does not share shortages.',
  kitchen: 'Kitchen',
  day: 'Delivery',
  allDays: 'All open orders',
  basis: 'Share by',
  bases: { ordered: 'Ordered quantity', use: 'Average use', cover: 'Equal days of cover' },
  cap: 'Usual orders that count first',
  capHint: 'What a branch asks beyond that waits for the others.',
  noCap: 'No limit',
  caps: (times: number) => (times === 1 ? '1 usual order' : `${times} usual orders`),
  allItems: 'Show everything that is short',
  supply: (there: string, asked: string) => `${there} to share of ${asked} asked`,
  facts: {
    onHand: (qty: string) => `${qty} on hand`,
    heldElsewhere: (qty: string) => `${qty} held for others or picked`,
    unusable: (qty: string) => `${qty} expired or on hold`,
  },
  keptBack: 'Kept back',
  keptBackOf: (item: string) => `${item}, kept back`,
  rule: 'The rule',
  columns: {
    branch: 'Branch',
    ordered: 'Ordered',
    share: 'Share',
    percent: '%',
    short: 'Stays short',
  },
  table: (item: string) => `Shares of ${item}`,
  shareOf: (item: string, branch: string, order: string) => `${item} for ${branch}, ${order}, share`,
  reasonOf: (item: string, branch: string) => `Why more ${item} for ${branch} than was asked`,
  asked: (qty: string) => `ordered ${qty}`,
  reviewed: (qty: string) => `${qty} ordered`,
  figures: {
    usual: (qty: string) => `usual order ${qty}`,
    use: (qty: string) => `uses ${qty} a day`,
    has: (qty: string) => `has ${qty}`,
    cover: (days: string) => `lasts ${days} days`,
  },
  why: {
    all: 'All that was asked',
    share: 'A share',
    covered: 'Has what others are brought to',
    capped: 'Beyond its usual orders',
    later: 'Others are served first',
    none: 'Too little for one more pack',
  },
  typed: (proposed: string) => `proposed ${proposed}`,
  takeProposal: (proposed: string) => `Back to ${proposed}`,
  standing: {
    given: (given: string, there: string) => `${given} of ${there} given`,
    left: (qty: string) => `${qty} left over`,
    beyond: (qty: string) => `${qty} too much`,
    exact: 'Nothing is left over',
  },
  rules: {
    /** Separator of branch names. */
    and: ', ',
    nothing: 'There is nothing to share.',
    enough: 'There is enough: every branch gets what it asked.',
    'no-use': 'The use of no branch is known yet, so ordered quantity decides.',
    first: (branches: string) => `${branches} come first by their category and get all they asked.`,
    later: (branches: string) => `${branches} come later by their category: nothing is left for them.`,
    'by-ordered': (percent: string, packs: string) =>
      `Every branch gets ${percent} of what it ordered${packs}.`,
    'by-use': (percent: string, packs: string) =>
      `Shared by what each branch uses on average, together ${percent} of what is asked${packs}; nobody gets more than it asked.`,
    'by-cover': (days: string, packs: string) =>
      `Every branch is brought to about ${days} days of cover with what it has${packs}; nobody gets more than it asked.`,
    wholePacks: ', rounded to whole packs',
    'rest-to': (branches: string) => `What was left by rounding went to ${branches}.`,
    capped: (branches: string, times: string) =>
      `${branches} asked more than ${times}: what is beyond waits for the others.`,
    'use-guessed': (branches: string) =>
      `The use of ${branches} is not known yet: taken to be as much of what it asks as with the others.`,
    'left-over': (qty: string) => `${qty} are left: less than the pack that comes next.`,
    keptBack: (qty: string) => `${qty} are kept back.`,
  },
  changed: {
    title: 'Changed since you began',
    again: 'Share again with what is there now',
    order: (order: string, branch: string, item: string) => `${order} of ${branch}: ${item} was changed`,
    new: (order: string, branch: string, item: string) => `${order} of ${branch} asks for ${item}, too`,
    gone: (order: string, branch: string, item: string) =>
      `${order} of ${branch} asks for no ${item} any more`,
    stock: (item: string, before: string, now: string) => `${item}: ${before} were there, now ${now}`,
    'kept-back': (item: string, before: string, now: string) =>
      `${item}: ${before} were kept back, now ${now}`,
    more: (count: number) => `and ${count} more`,
  },
  apply: 'Approve shares',
  applying: 'Approving…',
  forget: 'Discard what I typed',
  effect: (lines: number) =>
    lines === 1
      ? '1 line is approved anew; its branch sees it with the reason.'
      : `${lines} lines are approved anew; their branches see it with the reason.`,
  done: (orders: number) =>
    orders === 1 ? 'Shares approved: 1 order changed' : `Shares approved: ${orders} orders changed`,
  applyFailed: 'The shares could not be approved.',
  blocked: {
    nothing: 'Every line is approved like this already.',
    beyond: 'Some shares are together more than there is.',
    reason: 'Say why a branch gets more than it asked.',
    stale: 'Something changed: share again first.',
    offline: 'This needs a connection: the stock is checked again.',
  },
});
