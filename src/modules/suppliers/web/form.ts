import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';
import { CurrencyLock } from './currency-lock.tsx';

export const suppliersForm = defineForm('suppliers', {
  editors: {
    orderDays: lazyView(
      async () => (await import('#modules/master-data/web/form/weekday-checkboxes.tsx')).WeekdayCheckboxes,
    ),
  },
  sections: [
    { title: 'contact', fields: ['contact', 'phone', 'email', 'taxNumber'] },
    {
      title: 'ordering',
      fields: ['orderDays', 'leadTimeDays', 'minOrderValue', 'freight', 'freeFreightFrom'],
    },
    { title: 'payment', fields: ['currency', 'paymentTermsDays'], isCollapsible: true },
    {
      title: 'receipt',
      fields: [
        'overReceiptPercent',
        'overReceiptQty',
        'shortReceiptPercent',
        'shortReceiptQty',
        'priceTolerancePercent',
      ],
      isCollapsible: true,
    },
  ],
  Locks: CurrencyLock,
});
