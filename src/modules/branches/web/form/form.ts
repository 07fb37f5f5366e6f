import { canSupply } from '#modules/master-data/web/references/use-choices.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { defineForm } from '#modules/master-data/web/form/collection-form.ts';

export const branchForm = defineForm('branch', {
  editors: {
    dayEnds: lazyView(async () => (await import('./day-ends.tsx')).DayEnds),
    deliveryDays: lazyView(async () => (await import('./delivery-days.tsx')).DeliveryDays),
    closedDays: lazyView(async () => (await import('./closed-days.tsx')).ClosedDaysEditor),
    negativeStock: lazyView(async () => (await import('./negative-stock.tsx')).NegativeStock),
    supplyingKitchenId: lazyView(async () => (await import('./supplying-kitchen.tsx')).SupplyingKitchen),
  },
  choices: { supplyingKitchenId: canSupply },
  sections: [
    { title: 'contact', fields: ['address', 'phone', 'email'] },
    {
      title: 'ordering',
      fields: [
        'supplyingKitchenId',
        'route',
        'routeStop',
        'minOrderValue',
        'minShelfLifeDays',
        'substituting',
        'deliveryDays',
        'closedDays',
      ],
    },
    {
      title: 'stockAndMoney',
      fields: [
        'currencyId',
        'taxId',
        'negativeStock',
        'depletesStock',
        'countApprovalValue',
        'countTolerancePercent',
        'countToleranceQty',
        'countToleranceValue',
      ],
    },
    { title: 'shortages', fields: ['fairShareBasis', 'fairShareCap'] },
  ],
});
