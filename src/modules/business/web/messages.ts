import { defineMessages } from '#platform/web/i18n/messages.ts';

export const businessDetailsMessages = defineMessages('modules/business/web/messages', {
  title: 'Business details',
  description:
    'Printed on purchase orders, delivery notes and return notes, and included in emails to suppliers.',
  name: 'Business name',
  address: 'Address',
  taxNumber: 'Tax number',
  taxNumberHint: 'VAT or other tax registration number. Leave blank if you have none.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Business details saved.',
  failed: 'Couldn’t save the business details.',
  loading: 'Loading settings',
  loadFailed: 'Couldn’t load settings',
});
