import { readNumberValue, readRecord } from '#contract/tolerant.ts';
import { formatQuantity } from '#src/lib/format/format.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { joinTexts } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const itemLevelsScreen = defineScreen('item-levels', {
  page: { to: '/branch-order/settings', by: { branchId: 'branch' }, rowParam: null },
  texts: {
    weekdayPar: (value, t) =>
      joinTexts(
        Object.entries(readRecord(value)).map(([weekday, qty]) =>
          t.weekdayPar(formatWeekday(Number(weekday)), formatQuantity(readNumberValue(qty))),
        ),
      ),
  },
});
