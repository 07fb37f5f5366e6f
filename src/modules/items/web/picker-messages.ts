import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for the item picker. Loaded with entry forms. */
export const pickerMessages = defineMessages('modules/items/web/picker-messages', {
  hint: 'Type a name, code or barcode',
  none: 'No matching items',
  results: 'Matching items',
  unknownCode: (code: string) => `No item with code ${code}.`,
});
