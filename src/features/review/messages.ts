import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const proposals = (count: number) => (count === 1 ? '1 proposal' : `${formatCount(count)} proposals`);

export const reviewPageMessages = defineMessages('features/review/messages', {
  context: 'New items, packs and prices wait here until they are approved.',
  label: 'Proposals',
  search: 'Search by name, code or proposer',
  loading: 'Loading the proposals',
  failed: 'Failed to load the proposals',
  nothingMatches: 'No proposals match these filters',
  empty: 'Nothing waits for review',
  emptyText: 'The roles say whose changes are reviewed. Nobody approves their own proposals.',
  columns: {
    name: 'Name',
    kind: 'Kind',
    item: 'Item',
    fields: 'What changes',
    by: 'Proposed by',
    at: 'When',
    status: 'State',
    decidedBy: 'Decided by',
    reason: 'Reason',
  },
  collection: 'Item or pack',
  anyCollection: 'Both',
  collections: { items: 'Items', packagings: 'Packs' },
  status: 'State',
  all: 'All states',
  approveAllText: 'They take effect at once, for everyone. All of them are approved, or none.',
  approveAll: (count: number) => `Approve ${proposals(count)}`,
  approved: (count: number) => `${proposals(count)} approved.`,
  notYours: 'Some of the selected proposals are decided already, or are not yours to decide.',
  failedAll: 'It could not be done: nothing was approved.',
});
