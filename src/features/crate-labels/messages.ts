import { defineMessages } from '#src/lib/i18n/messages.ts';

export const crateLabelMessages = defineMessages('features/crate-labels/messages', {
  title: 'Crate labels',
  about:
    'With your GS1 company prefix each crate gets a number that no other crate in the world has (SSCC), as retailers and carriers scan it. Without one the label says the order and the crate.',
  prefix: 'GS1 company prefix',
  hint: 'As GS1 has given it to you, 4 to 12 digits. Empty: no SSCC.',
  next: (sscc: string) => `The first crate would be ${sscc}.`,
  save: 'Save',
  saving: 'Saving…',
  saved: 'The company prefix is saved.',
  failed: 'The company prefix could not be saved.',
  now: (prefix: string) => `By now it is ${prefix}.`,
  none: 'none',
  loading: 'Loading the settings',
  loadFailed: 'The settings could not be loaded',
});
