import { number, text } from '#contract/tolerant.ts';
import { formatDate, formatQuantity } from '#src/lib/format/format.ts';
import { joinTexts, valueRows } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const currenciesScreen = defineScreen('currencies', {
  page: { to: '/currency' },
  texts: {
    rates: (value, t) =>
      joinTexts(
        valueRows(value).map((rate) =>
          t.rate(formatDate(text(rate['date'])), formatQuantity(number(rate['rate']))),
        ),
        ' · ',
      ),
  },
});
