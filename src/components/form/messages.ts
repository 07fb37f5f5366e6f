import { defineMessages } from '#src/lib/i18n/messages.ts';

export const formMessages = defineMessages('components/form/messages', {
  notAQuantity: 'Not a quantity. Type a number or a sum such as 2*12.',
  wholeOnly: (unit: string) =>
    unit === '' ? 'Whole numbers only.' : `Whole numbers only: ${unit} cannot be divided.`,
  more: (label: string) => `One more: ${label}`,
  less: (label: string) => `One less: ${label}`,
});
