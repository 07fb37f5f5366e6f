import { defineMessages } from '#platform/web/i18n/messages.ts';
import { formatCount } from '#platform/web/format/format.ts';

const records = (count: number) => (count === 1 ? '1 record' : `${formatCount(count)} records`);

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
  archivedMany: (count: number) => `${records(count)} archived.`,
  restoredMany: (count: number) => `${records(count)} restored.`,
  deleted: (name: string) => `${name} deleted.`,
  sentForReview: (name: string) =>
    `The request to delete ${name} was sent for review. ${name} will be deleted once it’s approved.`,
  review: {
    send: 'Send for review',
    archive: 'Propose archiving',
    restore: 'Propose restoring',
    deletion:
      'It isn’t used anywhere. It will be deleted once a reviewer of items and packs approves the request.',
    sentForReview: (name: string) => `${name} was sent for review. Nothing changes until it’s approved.`,
    sentManyForReview: (count: number) =>
      `${records(count)} sent for review. Nothing changes until they’re approved.`,
    withdrawn: 'Withdrawn from review.',
  },
  failed: 'Couldn’t complete the action. Try again.',
  refused: (name: string, reason: string) => `${name}: ${reason}`,
  tabs: 'Record details',
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
    text: 'It isn’t used anywhere. Deleting it can’t be undone. Its history is kept.',
    used: (name: string) => `${name} is in use`,
    usedText:
      'It can’t be deleted. Archive it instead: existing records keep it, but it can’t be selected anymore.',
    cancel: 'Cancel',
    checking: 'Checking where it’s used',
  },
  usageList: {
    none: 'Not used anywhere.',
    loading: 'Checking where it’s used',
    failed: 'Couldn’t check where it’s used',
    label: 'Where it’s used',
    hidden: 'Some records aren’t visible to you',
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
    sales: 'Sales and till items',
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
      merge: 'merged this into another record',
      replace: 'replaced the file',
    },
  },
});
