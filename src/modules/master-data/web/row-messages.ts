import { defineMessages } from '#platform/web/i18n/messages.ts';
import { formatCount } from '#platform/web/format/format.ts';

const entries = (count: number) => (count === 1 ? '1 entry' : `${formatCount(count)} entries`);

/**
 * Strings for a master data row: actions, usage, history. Loaded with any row, including users and roles,
 * which don't need the strings for lists.
 */
export const rowMessages = defineMessages('modules/master-data/web/row-messages', {
  create: (label: string) => `New ${label.toLowerCase()}`,
  formLoading: 'Loading form',
  saved: (name: string) => `${name} saved.`,
  edit: 'Edit',
  editing: (name: string) => `Edit ${name}`,
  duplicate: 'Duplicate',
  archive: 'Archive',
  restore: 'Restore',
  remove: 'Delete',
  openPage: 'Open as a page',
  backToList: 'Back to the list',
  undo: 'Undo',
  archived: (name: string) => `${name} archived.`,
  restored: (name: string) => `${name} restored.`,
  archivedMany: (count: number) => `${entries(count)} archived.`,
  restoredMany: (count: number) => `${entries(count)} restored.`,
  deleted: (name: string) => `${name} deleted.`,
  sentForReview: (name: string) =>
    `The request to delete ${name} was sent for review. The entry will be deleted once the request is approved.`,
  review: {
    send: 'Send for review',
    archive: 'Propose archiving',
    restore: 'Propose restoring',
    deletion:
      'This entry isn’t used anywhere. It will be deleted once a reviewer of items and packs approves the request.',
    sentForReview: (name: string) => `${name} was sent for review. Nothing changes until it’s approved.`,
    sentManyForReview: (count: number) =>
      `${entries(count)} sent for review. Nothing changes until they’re approved.`,
    withdrawn: 'Withdrawn from review.',
  },
  failed: 'Couldn’t complete the action. Try again.',
  refused: (name: string, reason: string) => `${name}: ${reason}`,
  tabs: 'Entry details',
  details: 'Details',
  usage: 'Where used',
  history: 'History',
  moreTabs: {
    prices: 'Price list',
    statement: 'Statement',
    scorecard: 'Scorecard',
    costs: 'Cost',
    nutrition: 'Nutrition',
    versions: 'Versions',
  },
  deleteQuestion: {
    title: (name: string) => `Delete ${name}?`,
    text: 'This entry isn’t used anywhere. Deletion can’t be undone. The history of the entry is kept.',
    used: (name: string) => `${name} is in use`,
    usedText:
      'This entry can’t be deleted. Archive it instead: it stays where it’s used but can’t be selected anymore.',
    cancel: 'Cancel',
    checking: 'Checking where this entry is used',
  },
  usageList: {
    none: 'This entry isn’t used anywhere.',
    loading: 'Checking where this entry is used',
    failed: 'Couldn’t check where this entry is used',
    label: 'Where this entry is used',
    hidden: 'Some entries aren’t visible to you',
    all: 'Show all',
  },
  collections: {
    orders: 'Orders',
    stock: 'Stock',
    wastage: 'Wastage',
    users: 'Users',
    gallery: 'Pictures',
    'item-conversions': 'Item conversions',
    'order-templates': 'Order templates',
    recipes: 'Recipes',
    'purchase-orders': 'Purchase orders',
    'goods-receipts': 'Goods receipts',
    'supplier-invoices': 'Supplier invoices',
    'stock-counts': 'Stock counts',
    transfers: 'Transfers',
    'production-batches': 'Production batches',
    'safety-checks': 'Food safety checks',
    'mail-schedules': 'Scheduled emails',
  },
  changeHistory: {
    none: 'No changes yet.',
    loading: 'Loading history',
    failed: 'Couldn’t load the history',
    label: 'History, newest first',
    unknownUser: 'Someone',
    changed: (label: string, from: string, to: string) => `${label}: ${from} → ${to}`,
    actions: {
      create: 'added this',
      edit: 'changed this',
      archive: 'archived this',
      restore: 'restored this',
      delete: 'deleted this',
      import: 'imported this',
      merge: 'merged this into another entry',
      replace: 'replaced the file',
    },
  },
});
