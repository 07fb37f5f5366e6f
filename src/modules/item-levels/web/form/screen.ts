import { readNumberValue, readRecord } from '#platform/shapes/tolerant.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { joinTexts } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const itemLevelsScreen = defineScreen('item-levels', {
  page: { to: '/branch-order/settings', filterParams: { branchId: 'branch' }, rowParam: null },
  formatters: {
    weekdayPar: (value, t) =>
      joinTexts(
        Object.entries(readRecord(value)).map(([weekday, qty]) =>
          t.weekdayPar(formatWeekday(Number(weekday)), formatQuantity(readNumberValue(qty))),
        ),
      ),
  },
});
