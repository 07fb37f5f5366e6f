import { readNumberValue, readText } from '#contract/tolerant.ts';
import { formatDate, formatQuantity } from '#src/lib/format/format.ts';
import { joinTexts, valueRows } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const taxesScreen = defineScreen('taxes', {
  page: { to: '/tax' },
  texts: {
    rates: (value, t) =>
      joinTexts(
        valueRows(value).map((earlier) => {
          const [day, rate] = [
            readText(earlier['from']),
            `${formatQuantity(readNumberValue(earlier['rate']))}%`,
          ];
          return day === null ? t.rateFromStart(rate) : t.rate(formatDate(day), rate);
        }),
        ' · ',
      ),
  },
});
