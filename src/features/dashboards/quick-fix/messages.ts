import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const times = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${formatCount(count)} ${many}`;

export const quickFixMessages = defineMessages('features/dashboards/quick-fix/messages', {
  context: 'Problems that hold up work, each with its fix.',
  session: {
    title: 'Session and API',
    user: 'Signed in as',
    role: 'Role',
    since: 'Since',
    ends: 'Signs out automatically',
    client: 'Client',
    clients: { first: 'First (60 s per call)', second: 'Second (30 s per call)' },
    api: 'API',
    answers: 'Answers',
    silent: 'Does not answer',
    heard: 'Last answer',
    never: 'None yet',
  },
  breaker: {
    title: 'Circuit breaker for orders',
    closed: 'Closed: lists of orders refresh as usual.',
    open: 'Open: after ten fetches without a reset, saved orders are shown.',
    reset: 'Reset',
    done: 'The circuit breaker is closed; lists of orders are loaded again.',
  },
  cache: {
    title: 'Clear what is cached',
    text: 'What a screen shows is loaded again. Unsent work is not touched.',
    entries: (count: number) => times(count, 'entry in the cache', 'entries in the cache'),
    names: {
      user: 'User data',
      items: 'Items',
      orders: 'Orders',
      sections: 'Sections',
      everything: 'Everything',
    },
    clear: (what: string) => `Clear: ${what}`,
    done: (what: string, count: number) => `${what}: ${times(count, 'entry', 'entries')} cleared.`,
  },
  faults: {
    title: 'Data faults',
    loading: 'Looking for faults',
    failed: 'The data could not be checked',
    none: 'None found',
    unknown: 'Not available here',
    found: (count: number) => times(count, 'fault', 'faults'),
    more: (count: number) => `and ${formatCount(count)} more`,
    refresh: 'Check again',
    kinds: {
      negativeStock: {
        title: 'Negative stock',
        text: 'More went out than came in: open its stock card and correct what was posted.',
      },
      stuckInTransit: {
        title: 'Stuck in transit',
        text: 'Shipped over 48 hours ago and not received: receive the delivery, or ask the driver.',
      },
      zeroCost: {
        title: 'Stock without cost',
        text: 'On hand at a cost of 0: set the standard cost of the item.',
      },
      missingConversion: {
        title: 'Missing conversion',
        text: 'No single step leads from the order unit to the base unit: add the conversion.',
      },
      duplicateNames: {
        title: 'Duplicate names',
        text: 'Several active items of one name: rename or archive all but one.',
      },
      withoutPar: {
        title: 'Items without par',
        text: 'Can be ordered, and no branch has a par level for it: set one.',
      },
    },
    onHand: (quantity: string, place: string) => `${quantity} at ${place}`,
    onRoad: (hours: string, branch: string) => `${branch}, ${hours} h on the road`,
    itemAt: (item: string, place: string) => `${item} at ${place}`,
    fixes: {
      stock: 'Open stock card',
      receive: 'Open delivery',
      item: 'Edit item',
      items: (count: number) => `Edit item ${count}`,
      levels: 'Set par levels',
    },
    noFix: 'Ask somebody who may open the page where it is fixed',
  },
});
