import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Choosing an item by what is typed or scanned. Loaded with the forms that things are entered in. */
export const pickerMessages = defineMessages('entities/item/picker-messages', {
  hint: 'Type a name, code or barcode',
  none: 'No item matches',
  results: 'Items found',
});
