import { defineMessages } from '#src/lib/i18n/messages.ts';

export const suppliersMessages = defineMessages('master-data/collections/suppliers/messages', {
  supplier: {
    label: 'Price list',
    loading: 'Loading the price list',
    failed: 'Failed to load the price list',
    none: 'No pack of this supplier yet: packs are entered with an item, or on the packaging page.',
    pack: 'Item and pack',
    contents: 'Contents',
    price: 'Price',
    preferred: 'Preferred',
    since: (day: string) => `since ${day}`,
    noReceipts:
      'Nothing was received from a supplier yet: how they keep their word is told once receipts are recorded.',
    promised: 'Lead time promised',
    days: (shown: string, count: number) => (count === 1 ? `${shown} day` : `${shown} days`),
    onTime: 'Deliveries on time',
    complete: 'Deliveries complete',
    priceChanges: 'Invoices at another price',
    notYet: 'No receipts yet',
  },
});
