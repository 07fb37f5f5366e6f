import { readNumberValue, readText } from '#contract/tolerant.ts';
import { readClosedDays } from '#src/collections/places/branches.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { joinTexts, valueRows } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const branchScreen = defineScreen('branch', {
  page: { to: '/branches' },
  beside: ['departments', 'reasons'],
  texts: {
    deliveryDays: (value, t) =>
      joinTexts(
        valueRows(value).map((day) =>
          t.deliveryDay(
            formatWeekday(readNumberValue(day['weekday']) ?? 0),
            readText(day['cutoffTime']) ?? '',
            readNumberValue(day['cutoffDaysBefore']) ?? 0,
          ),
        ),
        ' · ',
      ),
    // Written as the import reads it.
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
