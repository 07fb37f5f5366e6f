import { defineMessages } from '#platform/web/i18n/messages.ts';

export const crateLabelMessages = defineMessages('modules/deliveries/web/crate-labels/messages', {
  title: 'Crate labels',
  description:
    'With your GS1 company prefix, each crate gets a unique number (SSCC) that retailers and carriers can scan. Without it, labels show the order and crate number.',
  prefix: 'GS1 company prefix',
  hint: '4 to 12 digits, as assigned by GS1. Leave blank to print labels without an SSCC.',
  firstNumber: (sscc: string) => `First crate number: ${sscc}`,
  save: 'Save',
  saving: 'Saving…',
  saved: 'Company prefix saved.',
  failed: 'Couldn’t save the company prefix.',
  currentPrefix: (prefix: string) => `Current prefix: ${prefix}.`,
  none: 'none',
  loading: 'Loading settings',
  loadFailed: 'Couldn’t load settings',
});
