import { readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import { formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { joinTexts, readValueRows } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const taxesScreen = defineScreen('taxes', {
  page: { to: '/tax' },
  formatters: {
    rates: (value, t) =>
      joinTexts(
        readValueRows(value).map((earlierRate) => {
          const [day, rate] = [
            readText(earlierRate['from']),
            `${formatQuantity(readNumberValue(earlierRate['rate']))}%`,
          ];
          return day === null ? t.rateFromStart(rate) : t.rate(formatDate(day), rate);
        }),
        ' · ',
      ),
  },
});
