import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const countWithNoun = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

export const quickFixMessages = defineMessages('modules/dashboard/web/quick-fix/messages', {
  context: 'Problems that block work, and how to fix them.',
  session: {
    title: 'Session and API',
    user: 'Signed in as',
    role: 'Role',
    since: 'Signed in at',
    ends: 'Automatic sign-out',
    client: 'Client',
    clients: { first: 'First (timeout 60 s)', second: 'Second (timeout 30 s)' },
    api: 'API',
    responding: 'Responding',
    notResponding: 'Not responding',
    lastResponse: 'Last response',
    never: 'None yet',
  },
  breaker: {
    title: 'Circuit breaker for orders',
    closed: 'Closed: order lists refresh as usual.',
    open: 'Open: after ten fetches without a reset, saved orders are shown.',
    reset: 'Reset',
    done: 'Circuit breaker closed. Order lists are being reloaded.',
  },
  cache: {
    title: 'Clear cached data',
    text: 'The data on screen is reloaded. Unsent work is kept.',
    entries: (count: number) => countWithNoun(count, 'entry in the cache', 'entries in the cache'),
    names: {
      user: 'User data',
      items: 'Items',
      orders: 'Orders',
      sections: 'Sections',
      everything: 'Everything',
    },
    clear: (cache: string) => `Clear ${cache.toLowerCase()}`,
    done: (cache: string, count: number) => `${cache}: ${countWithNoun(count, 'entry', 'entries')} cleared.`,
  },
  issues: {
    title: 'Data problems',
    loading: 'Checking data',
    failed: 'Couldn’t check the data',
    none: 'None found',
    unknown: 'Not available here',
    found: (count: number) => countWithNoun(count, 'problem', 'problems'),
    more: (count: number) => `and ${formatCount(count)} more`,
    refresh: 'Check again',
    kinds: {
      negativeStock: {
        title: 'Negative stock',
        text: 'More stock went out than came in. Open the stock card and correct the postings.',
      },
      stuckInTransit: {
        title: 'Stuck in transit',
        text: 'Shipped over 48 hours ago and not received. Receive the delivery or ask the driver.',
      },
      zeroCost: {
        title: 'Stock without cost',
        text: 'On hand at zero cost. Set the item’s standard cost.',
      },
      missingConversion: {
        title: 'Missing conversion',
        text: 'No direct conversion from the order unit to the base unit. Add one.',
      },
      duplicateNames: {
        title: 'Duplicate names',
        text: 'Several active items have the same name. Rename or archive all but one.',
      },
      withoutPar: {
        title: 'Items without par',
        text: 'Can be ordered, but no branch has a par level. Set one.',
      },
    },
    onHand: (quantity: string, place: string) => `${quantity} at ${place}`,
    inTransit: (hours: number, branch: string) => `${branch}, ${formatCount(hours)} h in transit`,
    fixes: {
      stock: 'Open stock card',
      receive: 'Open delivery',
      item: 'Edit item',
      items: (count: number) => `Edit item ${count}`,
      levels: 'Set par levels',
    },
    noFix: 'Ask an administrator to fix this',
  },
});
