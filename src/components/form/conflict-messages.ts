import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Texts for conflicting edits of two users. */
export const conflictMessages = defineMessages('components/form/conflict-messages', {
  title: (name: string) => `${name} was changed while you were typing`,
  by: (who: string) => `${who} saved it before you. Nothing is lost: choose which one stays.`,
  bySomebody: 'Somebody saved it before you. Nothing is lost: choose which one stays.',
  shutTitle: (name: string) => `${name} can no longer be changed here`,
  shutText:
    'Somebody else moved it on while you were typing. Below is what you typed, beside what is saved now.',
  discard: 'Discard what I typed',
  field: 'Field',
  theirs: 'Theirs',
  mine: 'Yours',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  takeTheirsOf: (field: string) => `Take theirs: ${field}`,
  keepMineOf: (field: string) => `Keep mine: ${field}`,
  none: 'Nothing',
  merged: 'Somebody else changed this in the meantime. Their changes are kept, and yours are added.',
});
