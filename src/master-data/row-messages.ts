import { defineMessages } from '#src/lib/i18n/messages.ts';
import { formatCount } from '#src/lib/format/format.ts';

const entries = (count: number) => (count === 1 ? '1 entry' : `${formatCount(count)} entries`);

/**
 * Texts of a master data row: actions, usage, history. Loaded with any row, also of users and roles, which do
 * not need the list texts.
 */
export const rowMessages = defineMessages('master-data/row-messages', {
  create: (one: string) => `New ${one.toLowerCase()}`,
  formLoading: 'Loading the form',
  saved: (name: string) => `${name} is saved.`,
  edit: 'Edit',
  editing: (name: string) => `Edit ${name}`,
  duplicate: 'Duplicate',
  archive: 'Archive',
  restore: 'Restore',
  remove: 'Delete',
  openPage: 'Open as a page',
  backToList: 'Back to the list',
  undo: 'Undo',
  archived: (name: string) => `${name} is archived.`,
  restored: (name: string) => `${name} is restored.`,
  archivedMany: (count: number) => `${entries(count)} archived.`,
  restoredMany: (count: number) => `${entries(count)} restored.`,
  deleted: (name: string) => `${name} is deleted.`,
  held: (name: string) => `Deleting ${name} waits for a review: nothing is deleted before it is approved.`,
  review: {
    send: 'Send for review',
    archive: 'Propose to archive',
    restore: 'Propose to restore',
    deletion: 'Nothing uses it. It stays until somebody who approves items and packs has approved this.',
    held: (name: string) => `${name} is sent for review: it stays as it is until that is approved.`,
    heldMany: (count: number) =>
      `Sent for review: ${entries(count)}. They stay as they are until that is approved.`,
    withdrawn: 'Taken back: it is no longer sent for review.',
  },
  failed: 'It could not be done.',
  refused: (name: string, why: string) => `${name}: ${why}`,
  tabs: 'About this entry',
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
    text: 'Nothing uses it. It is gone for good, and its history stays.',
    used: (name: string) => `${name} is in use`,
    usedText: 'It cannot be deleted. Archived, it stays where it is used and is not offered any more.',
    cancel: 'Cancel',
    checking: 'Looking where it is used',
  },
  usedBy: {
    none: 'Nothing uses it.',
    loading: 'Looking where it is used',
    failed: 'Failed to look where it is used',
    label: 'Where it is used',
    hidden: 'Not all visible to you',
    all: 'Show all',
  },
  collections: {
    orders: 'Orders',
    stock: 'Stock',
    wastage: 'Wastage',
    users: 'Users',
    gallery: 'Pictures',
    'item-conversions': 'Conversions of items',
    'order-templates': 'Order templates',
    recipes: 'Recipes',
  },
  historyOf: {
    none: 'No changes yet.',
    loading: 'Loading the history',
    failed: 'Failed to load the history',
    label: 'History, newest first',
    somebody: 'Somebody',
    changed: (label: string, from: string, to: string) => `${label}: ${from} → ${to}`,
    actions: {
      create: 'added it',
      edit: 'changed it',
      archive: 'archived it',
      restore: 'restored it',
      delete: 'deleted it',
      import: 'imported it',
      merge: 'merged it into another one',
      replace: 'replaced its file',
    },
  },
});
