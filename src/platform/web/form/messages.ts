import { defineMessages } from '#platform/web/i18n/messages.ts';

export const formMessages = defineMessages('platform/web/form/messages', {
  notAQuantity: 'Enter a number, e.g. 3 or 2*12.',
  wholeOnly: (unit: string) =>
    unit === '' ? 'Whole numbers only.' : `Whole numbers only: ${unit} can’t be divided.`,
  increase: (label: string) => `Increase by 1: ${label}`,
  decrease: (label: string) => `Decrease by 1: ${label}`,
  reason: {
    choose: 'Choose a reason',
    other: 'Other…',
    note: (label: string) => `${label}, in your own words`,
    noteHint: 'What happened?',
  },
  pad: {
    label: 'Number pad',
    times: 'Times',
    plus: 'Plus',
    minus: 'Minus',
    erase: 'Delete the last digit',
    previous: 'Previous quantity',
    next: 'Next quantity',
    suggestion: 'Use the suggestion',
    hide: 'Hide the number pad',
  },
});
