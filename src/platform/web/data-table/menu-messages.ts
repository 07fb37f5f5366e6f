import { defineMessages } from '#platform/web/i18n/messages.ts';

export const tableMenuMessages = defineMessages('platform/web/data-table/menu-messages', {
  columns: 'Columns',
  resetColumns: 'Default columns',
  density: 'Row height',
  densities: { auto: 'Automatic', compact: 'Compact', comfortable: 'Comfortable' },
  allFiltered: 'All filtered rows',
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  progress: 'Export',
  collecting: (done: string, total: string) => `Collecting rows: ${done} of ${total}`,
  collected: (done: string) => `Collecting rows: ${done}`,
  cancel: 'Cancel',
});
