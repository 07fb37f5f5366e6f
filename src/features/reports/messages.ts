import { defineMessages } from '#src/lib/i18n/messages.ts';

const counted = (one: string, many: string) => (count: number, said: string) =>
  `${said} ${count === 1 ? one : many}`;

export const reportMessages = defineMessages('features/reports/messages', {
  reports: 'Reports',
  loading: 'Loading the report',
  failed: 'Failed to load the report',
  days: 'Days',
  from: 'From',
  to: 'To',
  by: 'One row for each',
  branch: 'Branch',
  allBranches: 'All branches',
  category: 'Category',
  allCategories: 'All categories',
  narrowed: 'Narrowed to',
  takeOff: 'Take off',
  weekOf: (day: string) => `Week of ${day}`,
  totals: 'In all',
  openAll: (what: string) => `${what}: show the documents`,
  chart: (what: string, by: string) => `${what} by ${by.toLowerCase()}`,
  rest: counted('other', 'others'),
  bar: (label: string, value: string) => `${label}: ${value}`,
  howToRead: 'Arrow keys go from bar to bar, Enter opens one.',
  table: 'All rows of the report',
  sortBy: (column: string) => `Sort by ${column}`,
  shown: (shown: string, all: string) => `${shown} of ${all} rows are shown; totals are of all.`,
  showAll: (all: string) => `Show all ${all}`,
  tooMany: 'The file has all of them.',
  none: 'Nothing in these days',
  noneText: 'Choose other days, or take off what narrows the report.',
  clear: 'Clear filters',
  csv: 'Save as CSV',
  saving: 'Saving…',
  saveFailed: 'The file could not be saved',
  print: 'Print',
});
