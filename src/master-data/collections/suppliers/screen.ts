import { lazyView } from '#src/lib/lazy-module.ts';
import { weekdaysText } from '../../value-text.ts';
import { defineScreen } from '../../collection-screen.ts';

export const suppliersScreen = defineScreen('suppliers', {
  page: { to: '/procurements/settings/supplier' },
  texts: { orderDays: weekdaysText },
  editors: { orderDays: lazyView(async () => (await import('../../form/order-days.tsx')).OrderDays) },
  form: [
    { title: 'contact', fields: ['contact', 'phone', 'email', 'taxNumber'] },
    { title: 'ordering', fields: ['orderDays', 'leadTimeDays', 'minOrderValue'] },
    { title: 'payment', fields: ['currency', 'paymentTermsDays'] },
    {
      title: 'receipt',
      fields: [
        'overReceiptPercent',
        'overReceiptQty',
        'shortReceiptPercent',
        'shortReceiptQty',
        'priceTolerancePercent',
      ],
    },
  ],
  tabs: [
    { id: 'prices', View: lazyView(async () => (await import('./supplier-prices.tsx')).SupplierPrices) },
    {
      id: 'scorecard',
      View: lazyView(async () => (await import('./supplier-scorecard.tsx')).SupplierScorecard),
    },
  ],
});
