import { defineMessages } from '#platform/web/i18n/messages.ts';

export const orderTemplatesMessages = defineMessages('modules/order-templates/web/messages', {
  none: 'No items yet. Add them here, or save an order as a template.',
  add: 'Add item',
  deletedItem: 'Deleted item',
  quantityLabel: (item: string) => `Quantity of ${item}`,
  unitLabel: (item: string) => `Unit of ${item}`,
  remove: (item: string) => `Remove ${item}`,
});
