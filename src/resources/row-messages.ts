import { defineMessages } from '#src/lib/i18n/messages.ts';
import { formatCount } from '#src/lib/format/format.ts';

const entries = (count: number) => (count === 1 ? '1 entry' : `${formatCount(count)} entries`);

/** Words around one row of master data: its actions, where it is used, its history. */
export const rowMessages = defineMessages('resources/row-messages', {
  create: (one: string) => `New ${one.toLowerCase()}`,
  copyOf: (name: string) => `Copy of ${name}`,
  formLoading: 'Loading the form',
  saved: (name: string) => `${name} is saved.`,
  edit: 'Edit',
  editing: (name: string) => `Edit ${name}`,
  more: 'More actions',
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
  failed: 'It could not be done.',
  tabs: 'About this entry',
  details: 'Details',
  usage: 'Where used',
  history: 'History',
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
    hidden: 'Some of it is not visible to you.',
  },
  historyOf: {
    none: 'No changes yet.',
    loading: 'Loading the history',
    failed: 'Failed to load the history',
    label: 'History, newest first',
    somebody: 'Somebody',
    changed: (label: string, from: string, to: string) => `${label}: ${from} → ${to}`,
    set: (label: string, to: string) => `${label}: ${to}`,
    actions: {
      create: 'added it',
      edit: 'changed it',
      archive: 'archived it',
      restore: 'restored it',
      delete: 'deleted it',
      import: 'imported it',
    },
  },
});
