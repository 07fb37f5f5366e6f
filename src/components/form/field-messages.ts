import { formatQuantity } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Texts of form inputs and validation. */
export const fieldMessages = defineMessages('components/form/field-messages', {
  search: 'Type to search',
  searchToAdd: 'Type to search and add',
  typeToAdd: 'Type and press Enter',
  choicesLoading: 'Loading…',
  noChoice: 'Nothing found',
  noneYet: 'There is none yet: type a name to add one.',
  add: (name: string) => `Add “${name}”`,
  unknownChoice: 'No longer there',
  archived: 'archived',
  archivedChoice: 'This one is archived: it stays until another is chosen.',
  clear: (label: string) => `Clear ${label}`,
  remove: (name: string) => `Remove ${name}`,
  chosen: (label: string) => `${label}: chosen`,
  issues: {
    missing: 'This is needed',
    number: 'A number is expected',
    whole: 'A whole number is expected',
    least: (least: number) => `At least ${formatQuantity(least)}`,
    most: (most: number) => `At most ${formatQuantity(most)}`,
    decimals: (most: number) => `At most ${most} decimals`,
    tooLong: (most: number) => `At most ${most} characters`,
    tooMany: (most: number) => `At most ${most}`,
    noSpaces: 'Without spaces',
    currencyCode: 'Three capital letters, like EUR',
    email: 'An email address is expected',
    phone: 'A phone number is expected',
    date: 'A date is expected',
    timezone: 'A time zone like Europe/London is expected',
    choice: 'One of the list is expected',
    dayOnce: 'Each day once: two entries begin on the same day',
    stretch: 'The last day is not before the first, and less than a year after it',
  },
});
