import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const proposals = (count: number) => (count === 1 ? '1 proposal' : `${formatCount(count)} proposals`);

export const reviewPageMessages = defineMessages('modules/reviews/web/messages', {
  context: 'New items, packs and prices awaiting approval.',
  label: 'Proposals',
  search: 'Search by name, code or proposer',
  loading: 'Loading proposals',
  failed: 'Couldn’t load the proposals',
  nothingMatches: 'No proposals match these filters',
  empty: 'Nothing to review',
  emptyText: 'Roles define whose changes need review. You can’t approve your own proposals.',
  columns: {
    name: 'Name',
    kind: 'Type',
    item: 'Item',
    fields: 'Changes',
    by: 'Proposed by',
    at: 'When',
    status: 'Status',
    decidedBy: 'Decided by',
    reason: 'Reason',
  },
  collection: 'Item or pack',
  anyCollection: 'Items and packs',
  collections: { items: 'Items', packagings: 'Packs' },
  status: 'Status',
  all: 'All statuses',
  approveAllText: 'The changes take effect immediately for everyone. If one can’t be approved, none will be.',
  approveAll: (count: number) => (count === 0 ? 'Approve proposals' : `Approve ${proposals(count)}`),
  approved: (count: number) => `${proposals(count)} approved.`,
  notYours: 'Some of the selected proposals have already been decided, or you can’t approve them.',
  failedAll: 'Couldn’t approve the proposals. Nothing was changed.',
});
