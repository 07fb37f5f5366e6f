import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Messages about missing set-up data, for users who may add it and for those who may not. */
export const missingSetupMessages = defineMessages('platform/web/layout/missing-setup-messages', {
  branch: {
    none: 'No branches yet',
    addText: 'A branch orders from the kitchen that supplies it.',
    add: 'Add a branch',
    noneText: 'Branches appear here once they’re added on the “Branches” page.',
    notYours: 'No branch is assigned to you',
    notYoursText: 'Ask an administrator to assign a branch to you.',
  },
  kitchen: {
    none: (branch: string) => `No kitchen supplies ${branch}`,
    chooseText: 'Choose a kitchen so that this branch can order.',
    choose: 'Choose kitchen',
    noneText: 'Ask an administrator to choose one on the “Branches” page.',
  },
  items: { add: 'Add an item' },
});
