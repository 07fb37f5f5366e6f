import { readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import { formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { joinTexts, readValueRows } from '#modules/master-data/web/value-text.ts';
import { defineScreen } from '#modules/master-data/web/collection-screen.ts';

export const currenciesScreen = defineScreen('currencies', {
  page: { to: '/currency' },
  formatters: {
    rates: (value, t) =>
      joinTexts(
        readValueRows(value).map((rate) =>
          t.rate(formatDate(readText(rate['date'])), formatQuantity(readNumberValue(rate['rate']))),
        ),
        ' · ',
      ),
  },
});
