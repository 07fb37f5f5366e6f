import { number, text } from '#contract/tolerant.ts';
import { readClosedDays } from '#src/collections/places/branches.ts';
import { isSupplying } from '#src/entities/reference/use-choices.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { joined, rows } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const branchScreen = defineScreen('branch', {
  page: { to: '/branches' },
  beside: ['departments', 'reasons'],
  texts: {
    deliveryDays: (value, t) =>
      joined(
        rows(value).map((day) =>
          t.deliveryDay(
            formatWeekday(number(day['weekday']) ?? 0),
            text(day['cutoffTime']) ?? '',
            number(day['cutoffDaysBefore']) ?? 0,
          ),
        ),
        ' · ',
      ),
    // Written as the import reads it.
    closedDays: (value, t) =>
      joined(
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
  editors: {
    deliveryDays: lazyView(async () => (await import('./delivery-days.tsx')).DeliveryDays),
    closedDays: lazyView(async () => (await import('./closed-days.tsx')).ClosedDaysEditor),
    negativeStock: lazyView(async () => (await import('./negative-stock.tsx')).NegativeStock),
    supplyingKitchenId: lazyView(async () => (await import('./supplying-kitchen.tsx')).SupplyingKitchen),
  },
  choices: { supplyingKitchenId: isSupplying },
  form: [
    { title: 'contact', fields: ['address', 'phone', 'email'] },
    {
      title: 'ordering',
      fields: ['supplyingKitchenId', 'minOrderValue', 'leastLifeDays', 'deliveryDays', 'closedDays'],
    },
    { title: 'stockAndMoney', fields: ['currencyId', 'taxId', 'negativeStock', 'countApprovalValue'] },
  ],
});
