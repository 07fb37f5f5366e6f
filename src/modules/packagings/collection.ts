import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

/** A supplier's pack of an item: "Case 12 x 1 L" contains `contentsQty` of `unit`. */
export const packagings = defineResource({
  collection: 'packagings',
  path: '/packagings',
  table: 'packagings',
  labels: { one: 'Pack', many: 'Packs' },
  isNamed: false,
  fields: {
    itemId: field.reference('Item', 'items').required(),
    supplierId: field.reference('Supplier', 'suppliers').optional(),
    name: field.text('Name', { hint: 'As on the invoice, e.g. Case 12 x 1 L.' }).required(),
    unit: field.reference('Contents unit', 'units').required(),
    contentsQty: field.quantity('Contents').required(),
    price: field.price('Price', 'purchase').optional(),
    priceDate: field.date('Price date').optional(),
    barcode: field.code('Barcode', { most: 60 }).optional(),
    supplierItemCode: field.text('Supplier item code', { most: 60 }).optional(),
    orderMultiple: field.quantity('Ordered in multiples of').optional(),
    preferred: field.boolean('Preferred').filled(),
  },
  unique: [['barcode']],
  columns: ['name', 'itemId', 'supplierId', 'contentsQty', 'unit', 'price', 'preferred'],
  importColumns: [
    'itemId',
    'supplierId',
    'name',
    'unit',
    'contentsQty',
    'price',
    'priceDate',
    'barcode',
    'supplierItemCode',
  ],
  sort: 'itemId',
  currencyBy: 'supplierId',
  check: ({ contentsQty }) => (contentsQty === 0 ? { contentsQty: 'Must be more than 0' } : null),
});

export type Packaging = Omit<ResourceWireRow<typeof packagings>, 'nameAlt'>;
