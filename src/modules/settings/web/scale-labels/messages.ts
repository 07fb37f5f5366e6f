import { defineMessages } from '#platform/web/i18n/messages.ts';

export const scaleLabelMessages = defineMessages('modules/settings/web/scale-labels/messages', {
  title: 'Scale labels',
  description:
    'Scales print barcodes that contain an item and its weight or price. Enter the layouts of these barcodes here; scanning a label then selects the item and fills in its weight.',
  layouts: 'Layouts',
  hint: 'One per line, 13 digits: a prefix from 20 to 29, I for the item, X for digits to skip, W for the weight in grams (WW.WWW for kilograms) or P for the price (PPP.PP), and C for the check digit.',
  invalid: (line: number) => `Line ${line}: enter 13 digits like 21 IIIII WW.WWW C`,
  weight: (prefix: string, digits: number) => `${prefix}: ${digits} digits for the item, then its weight`,
  price: (prefix: string, digits: number) => `${prefix}: ${digits} digits for the item, then its price`,
  save: 'Save layouts',
  saving: 'Saving…',
  saved: 'Scale labels saved.',
  failed: 'Couldn’t save the scale labels.',
  loading: 'Loading settings',
  loadFailed: 'Couldn’t load settings',
});
