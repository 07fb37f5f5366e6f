import { readNumberValue, readText } from '#contract/tolerant.ts';
import { formatDate, formatQuantity } from '#src/lib/format/format.ts';
import { joinTexts, valueRows } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const currenciesScreen = defineScreen('currencies', {
  page: { to: '/currency' },
  texts: {
    rates: (value, t) =>
      joinTexts(
        valueRows(value).map((rate) =>
          t.rate(formatDate(readText(rate['date'])), formatQuantity(readNumberValue(rate['rate']))),
        ),
        ' · ',
      ),
  },
});
