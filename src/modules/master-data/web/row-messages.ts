import { defineMessages } from '#platform/web/i18n/messages.ts';
import { formatCount } from '#platform/web/format/format.ts';

const entries = (count: number) => (count === 1 ? '1 entry' : `${formatCount(count)} entries`);

/**
 * Texts of a master data row: actions, usage, history. Loaded with any row, also of users and roles, which do
 * not need the list texts.
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
  held: (name: string) =>
    `The request to delete ${name} was sent for review. The entry will be deleted once the request is approved.`,
  review: {
    send: 'Send for review',
    archive: 'Propose archiving',
    restore: 'Propose restoring',
    deletion:
      'It isn’t used anywhere. It will be deleted once a reviewer of items and packs approves the request.',
    held: (name: string) => `${name} was sent for review. Nothing changes until it’s approved.`,
    heldMany: (count: number) => `${entries(count)} sent for review. Nothing changes until they’re approved.`,
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
    versions: 'Versions',
  },
  deleteQuestion: {
    title: (name: string) => `Delete ${name}?`,
    text: 'It isn’t used anywhere. Deletion can’t be undone. The history of the entry is kept.',
    used: (name: string) => `${name} is in use`,
    usedText:
      'It can’t be deleted. Archive it instead: it stays where it’s used but can’t be selected anymore.',
    cancel: 'Cancel',
    checking: 'Checking where it’s used',
  },
  usedBy: {
    none: 'It isn’t used anywhere.',
    loading: 'Checking where it’s used',
    failed: 'Couldn’t check where it’s used',
    label: 'Where it’s used',
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
    'mail-schedules': 'Scheduled emails',
  },
  historyOf: {
    none: 'No changes yet.',
    loading: 'Loading history',
    failed: 'Couldn’t load the history',
    label: 'History, newest first',
    unknownUser: 'Someone',
    changed: (label: string, from: string, to: string) => `${label}: ${from} → ${to}`,
    actions: {
      create: 'added it',
      edit: 'changed it',
      archive: 'archived it',
      restore: 'restored it',
      delete: 'deleted it',
      import: 'imported it',
      merge: 'merged it into another entry',
      replace: 'replaced its file',
    },
  },
});
