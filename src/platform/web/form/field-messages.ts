import { formatQuantity } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for form inputs and validation. */
export const fieldMessages = defineMessages('platform/web/form/field-messages', {
  search: 'Type to search',
  searchToAdd: 'Type to search and add',
  typeToAdd: 'Type and press Enter',
  choicesLoading: 'Loading…',
  noChoice: 'Nothing found',
  noneYet: 'None yet. Type a name to add one.',
  add: (name: string) => `Add “${name}”`,
  unknownChoice: 'No longer available',
  archived: 'archived',
  archivedChoice: 'This option is archived. It stays selected until you choose another.',
  clear: (label: string) => `Clear ${label}`,
  remove: (name: string) => `Remove ${name}`,
  chosen: (label: string) => `${label}: selected`,
  issues: {
    missing: 'This field is required',
    number: 'Enter a number',
    whole: 'Enter a whole number',
    min: (min: number) => `At least ${formatQuantity(min)}`,
    max: (max: number) => `At most ${formatQuantity(max)}`,
    decimals: (max: number) => `At most ${max} decimals`,
    tooLong: (max: number) => `At most ${max} characters`,
    tooMany: (max: number) => `At most ${max}`,
    noSpaces: 'Spaces aren’t allowed',
    currencyCode: 'Enter three capital letters, like EUR',
    email: 'Enter an email address',
    phone: 'Enter a phone number',
    date: 'Enter a date',
    timezone: 'Enter a time zone like Europe/London',
    choice: 'Choose an option from the list',
    uniqueDates: 'Use each start date only once.',
    dayRange: 'The last day must not be before the first, and must be less than a year after it',
  },
});
