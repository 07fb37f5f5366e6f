import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Texts of the item picker. Loaded with entry forms. */
export const pickerMessages = defineMessages('entities/item/picker-messages', {
  hint: 'Type a name, code or barcode',
  none: 'No items match',
  results: 'Matching items',
});
