import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Messages for conflicting edits by two users. */
export const conflictMessages = defineMessages('platform/web/form/conflict-messages', {
  title: (name: string) => `Someone changed ${name} while you were editing`,
  savedBy: (person: string) => `${person} saved a change first. Choose which version to keep.`,
  savedBySomeone: 'Someone else saved a change first. Choose which version to keep.',
  lockedTitle: (name: string) => `${name} can no longer be edited`,
  lockedText:
    'Someone else changed its status while you were editing. Compare your entries with the saved version.',
  discard: 'Discard my changes',
  field: 'Field',
  theirs: 'Theirs',
  mine: 'Yours',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  takeTheirsForField: (field: string) => `Take theirs: ${field}`,
  keepMineForField: (field: string) => `Keep mine: ${field}`,
  none: 'None',
  merged: 'Someone else changed this too. Their changes were merged with yours.',
});
