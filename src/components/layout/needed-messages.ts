import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Texts for missing set-up data, for users who may add it and those who may not. */
export const neededMessages = defineMessages('components/layout/needed-messages', {
  branch: {
    none: 'There is no branch yet',
    addText: 'A branch orders from the kitchen that supplies it.',
    add: 'Add a branch',
    noneText: 'It appears here once it is added on the page “Branches”.',
    notYours: 'No branch is assigned to you',
    notYoursText: 'Whoever manages users chooses your branches.',
  },
  kitchen: {
    none: (branch: string) => `No kitchen supplies ${branch}`,
    chooseText: 'Its orders have nowhere to go until a kitchen is chosen.',
    choose: 'Choose its kitchen',
    noneText: 'Whoever manages branches chooses it on the page “Branches”.',
  },
  items: { add: 'Add an item' },
});
