import { formatQuantity } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

export const fairShareMessages = defineMessages('modules/fair-share/web/messages', {
  context: (kitchen: string, items: number) =>
    items === 1 ? `${kitchen}: 1 item short` : `${kitchen}: ${items} items short`,
  loading: 'Loading shortages',
  failed: 'Couldn’t load shortages',
  none: 'No shortages',
  noneText: 'Stock covers all open orders for this kitchen.',
  toDashboard: 'Go to kitchen dashboard',
  chooseKitchen: 'Choose a kitchen',
  chooseKitchenText: 'Shortages are allocated kitchen by kitchen.',
  kitchensOnly: 'Only kitchens allocate shortages',
  kitchensOnlyText: 'You’re assigned to branches. Your orders show the allocated quantities.',
  notSupported: 'This server doesn’t support fair share.',
  kitchen: 'Kitchen',
  day: 'Delivery',
  allDays: 'All open orders',
  basis: 'Allocate by',
  bases: { ordered: 'Ordered quantity', use: 'Average usage', cover: 'Equal days of cover' },
  cap: 'Limit per branch',
  capHint: 'Quantities above the limit are allocated last.',
  noCap: 'No limit',
  caps: (times: number) => (times === 1 ? '1 usual order' : `${times} usual orders`),
  allItems: 'Show all shortages',
  supply: (available: string, ordered: string) => `${available} available, ${ordered} ordered`,
  stockNotes: {
    onHand: (qty: string) => `${qty} on hand`,
    heldElsewhere: (qty: string) => `${qty} reserved for others or picked`,
    unusable: (qty: string) => `${qty} expired or on hold`,
  },
  heldBack: 'Held back',
  heldBackLabel: (item: string) => `${item}, held back`,
  rule: 'Rule',
  columns: {
    branch: 'Branch',
    ordered: 'Ordered',
    share: 'Share',
    percent: '%',
    short: 'Short',
  },
  table: (item: string) => `Shares for ${item}`,
  shareLabel: (item: string, branch: string, order: string) => `${item} for ${branch}, ${order}, share`,
  reasonLabel: (item: string, branch: string) => `Reason for more ${item} than ordered for ${branch}`,
  ordered: (qty: string) => `ordered ${qty}`,
  reviewed: (qty: string) => `${qty} ordered`,
  figures: {
    usual: (qty: string) => `usual order ${qty}`,
    use: (qty: string) => `uses ${qty} a day`,
    has: (qty: string) => `has ${qty}`,
    cover: (days: number) => `lasts ${formatQuantity(days)} ${days === 1 ? 'day' : 'days'}`,
  },
  reasons: {
    all: 'Full order',
    share: 'Share',
    covered: 'Already covered',
    capped: 'Above its usual orders',
    later: 'Other branches come first',
    none: 'Not enough for another pack',
  },
  proposed: (proposed: string) => `proposed ${proposed}`,
  resetTo: (proposed: string) => `Reset to ${proposed}`,
  balance: {
    allocated: (allocated: string, available: string) => `${allocated} of ${available} allocated`,
    remaining: (qty: string) => `${qty} left`,
    beyond: (qty: string) => `${qty} over`,
    exact: 'Nothing left',
  },
  rules: {
    /** Separator of branch names. */
    and: ', ',
    nothing: 'Nothing to allocate.',
    enough: 'There’s enough stock. Each branch gets its full order.',
    'no-usage': 'No usage data yet, so ordered quantities are used.',
    first: (branches: string) => `Supplied first because of their category, in full: ${branches}.`,
    later: (branches: string) =>
      `Supplied last because of their category, but no stock is left: ${branches}.`,
    'by-ordered': (percent: string, packs: string) => `Each branch gets ${percent} of its order${packs}.`,
    'by-use': (percent: string, packs: string) =>
      `Allocated by average usage, ${percent} of all orders in total${packs}. No branch gets more than it ordered.`,
    'by-cover': (days: string, packs: string) =>
      `Each branch is brought to about ${days} days of cover, including its own stock${packs}. No branch gets more than it ordered.`,
    wholePacks: ', rounded to whole packs',
    'remainder-to': (branches: string) => `The rounding remainder goes to ${branches}.`,
    capped: (branches: string, times: string) =>
      `Ordered more than ${times}, so the excess is allocated last: ${branches}.`,
    'usage-estimated': (branches: string) =>
      `Usage is estimated from orders because there is no data yet: ${branches}.`,
    remaining: (qty: string) => `${qty} left, not enough for another pack.`,
    heldBack: (qty: string) => `${qty} held back.`,
  },
  changed: {
    title: 'Changed since you started',
    recalculate: 'Recalculate with current data',
    order: (order: string, branch: string, item: string) => `${order} (${branch}): ${item} changed`,
    new: (order: string, branch: string, item: string) => `${order} (${branch}) now includes ${item}`,
    gone: (order: string, branch: string, item: string) => `${order} (${branch}) no longer includes ${item}`,
    stock: (item: string, before: string, now: string) => `${item}: stock changed from ${before} to ${now}`,
    'kept-back': (item: string, before: string, now: string) =>
      `${item}: held-back quantity changed from ${before} to ${now}`,
    more: (count: number) => `and ${count} more`,
  },
  apply: 'Approve shares',
  applying: 'Approving…',
  discard: 'Discard my changes',
  effect: (lines: number) =>
    lines === 1
      ? '1 approved quantity will change. The branch will see the reason.'
      : `${lines} approved quantities will change. The branches will see the reason.`,
  done: (orders: number) =>
    orders === 1 ? 'Shares approved: 1 order changed' : `Shares approved: ${orders} orders changed`,
  applyFailed: 'Couldn’t approve the shares.',
  blocked: {
    nothing: 'These shares are already approved.',
    beyond: 'The shares of one or more items exceed the stock.',
    reason: 'Choose a reason for each branch that gets more than it ordered.',
    stale: 'Orders or stock changed. Recalculate first.',
    offline: 'You need a connection to check the stock again.',
  },
});
