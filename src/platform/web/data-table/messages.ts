import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const rows = (count: number) => (count === 1 ? '1 row' : `${formatCount(count)} rows`);

export const tableMessages = defineMessages('platform/web/data-table/messages', {
  filters: 'Filters',
  filtersOn: (count: number) => `Filters (${formatCount(count)})`,
  sortBy: (column: string) => `Sort by ${column}`,
  sortedByDefault: (column: string) => `Sorted by ${column} (default)`,
  sort: 'Sort',
  defaultOrder: 'Default order',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
  view: 'View',
  export: {
    label: 'Export',
    selectedCsv: 'Export selected (CSV)',
    done: (count: number, file: string) => `Saved ${rows(count)} as ${file}.`,
    failed: (reason: string) => `Couldn’t export the rows. ${reason}`,
  },
  selectPage: 'Select all rows on this page',
  selectRow: (name: string) => `Select ${name}`,
  selected: (count: number) => `${rows(count)} selected`,
  clearSelection: 'Clear selection',
  pages: 'Pages',
  range: (first: string, last: string, total: string) => `Showing ${first}–${last} of ${total}`,
  rangeOnly: (first: string, last: string) => `Showing ${first}–${last}`,
  noRows: 'No rows',
  page: (page: string) => `Page ${page}`,
  previous: 'Previous page',
  next: 'Next page',
  pageOutOfRange: 'The list has fewer pages now',
  firstPage: 'Go to the first page',
  notOffered: 'This list isn’t available',
  notOfferedText: 'This server doesn’t provide this list. Other pages work as usual.',
});
