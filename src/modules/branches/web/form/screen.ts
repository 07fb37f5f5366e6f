import { readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import { readClosedDays } from '#platform/web/queries/branches.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { joinTexts, readValueRows } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const branchScreen = defineScreen('branch', {
  page: { to: '/branches' },
  tabLists: ['departments', 'reasons'],
  formatters: {
    dayEnds: (value, t) =>
      joinTexts(
        readValueRows(value).map((end) => {
          const [at, from] = [readText(end['at']) ?? '', readText(end['from'])];
          return from === null ? at : t.rate(from, at);
        }),
        ' · ',
      ),
    deliveryDays: (value, t) =>
      joinTexts(
        readValueRows(value).map((day) =>
          t.deliveryDay(
            formatWeekday(readNumberValue(day['weekday']) ?? 0),
            readText(day['cutoffTime']) ?? '',
            readNumberValue(day['cutoffDaysBefore']) ?? 0,
          ),
        ),
        ' · ',
      ),
    // Uses the format that the import parses.
    closedDays: (value, t) =>
      joinTexts(
        readClosedDays(value).map(({ from, until, yearly, note }) =>
          [
            from === until ? from : `${from} – ${until}`,
            yearly ? ` ${t.yearly}` : '',
            note === null ? '' : `: ${note.replace(/[;؛\n]/g, ',')}`,
          ].join(''),
        ),
        '; ',
      ),
  },
});
