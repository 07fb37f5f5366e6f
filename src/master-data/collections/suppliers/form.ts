import { lazyView } from '#src/lib/lazy-module.ts';
import { defineForm } from '../../form/collection-form.ts';
import { CurrencyLock } from './currency-lock.tsx';

export const suppliersForm = defineForm('suppliers', {
  editors: { orderDays: lazyView(async () => (await import('../../form/order-days.tsx')).OrderDays) },
  parts: [
    { title: 'contact', fields: ['contact', 'phone', 'email', 'taxNumber'] },
    { title: 'ordering', fields: ['orderDays', 'leadTimeDays', 'minOrderValue'] },
    { title: 'payment', fields: ['currency', 'paymentTermsDays'], folds: true },
    {
      title: 'receipt',
      fields: [
        'overReceiptPercent',
        'overReceiptQty',
        'shortReceiptPercent',
        'shortReceiptQty',
        'priceTolerancePercent',
      ],
      folds: true,
    },
  ],
  Locks: CurrencyLock,
});
