import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Words of the forms for users and roles. */
export const peopleFormMessages = defineMessages('features/people/form-messages', {
  fields: {
    name: 'Name',
    email: 'Email',
    password: 'Start password',
    role: 'Role',
    roleDescription: 'Role description',
    branches: 'Branches',
    kitchens: 'Kitchens',
    isMasterAdmin: 'Master admin',
    permissions: 'May',
    allowedPages: 'Pages',
    key: 'Key',
    label: 'Name of the role',
    description: 'Description',
    asksReview: 'Changes wait for a review',
  },
  hints: {
    password: 'At least 8 characters. Hand it over in person: it is not shown again.',
    roleDescription: 'Shown to this person beside their role.',
    branches: 'A branch user sees these branches and no others.',
    kitchens: 'A kitchen user sees these kitchens and no others.',
    isMasterAdmin: 'Every permission and every page, whatever is ticked below.',
    role: 'Only roles that you may give are listed.',
    key: 'For good. Small letters, digits and _, starting with a letter.',
    permissions: 'What a new user with this role starts from. Users who have it keep what they hold.',
    asksReview:
      'New items, packs and prices of people with this role wait until somebody else has approved them.',
  },
  problems: {
    short: 'At least 8 characters',
    key: 'Small letters, digits and _, starting with a letter',
    kitchenNeeded: 'Without a kitchen a kitchen user sees nothing',
    branchNeeded: 'Without a branch a branch user sees nothing',
  },
  locked: {
    flag: 'You do not hold this yourself',
    master: 'Only a master admin may give this',
    lastMaster: 'This is the last master admin: make another one first',
    places: 'You may only give places of your own',
    reviewed: 'Your own changes are reviewed first',
  },
  useDefaults: 'Take flags and pages from the role',
  generate: 'Generate',
  shown: 'Show',
  hidden: 'Hide',
});
