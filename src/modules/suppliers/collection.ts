import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';
import { defineToleranceFields } from './tolerances.ts';

const weekdays = ({ z }: SchemaParts) => z.array(z.int().min(1).max(7)).max(7);

export const suppliers = defineResource({
  collection: 'suppliers',
  path: '/suppliers',
  table: 'suppliers',
  labels: { one: 'Supplier', many: 'Suppliers' },
  fields: {
    code: field.code('Code').required(),
    contact: field.text('Contact').optional(),
    email: field.email('Email').optional(),
    phone: field.phone('Phone').optional(),
    taxNumber: field.text('Tax number', { most: 60 }).optional(),
    currency: field.reference('Currency', 'currencies').optional(),
    paymentTermsDays: field.integer('Payment terms (days)', { max: 365 }).optional(),
    leadTimeDays: field.integer('Lead time (days)', { max: 365 }).optional(),
    orderDays: field
      .json('Order days', weekdays, {
        cell: 'weekdays',
        initial: [],
        hint: 'Days when this supplier takes orders.',
      })
      .filled(),
    minOrderValue: field.money('Minimum order value', 'open').optional(),
    freight: field
      .money('Freight per order', 'open', {
        hint: 'Added to new purchase orders below the free-freight limit.',
      })
      .optional(),
    freeFreightFrom: field.money('Free freight from', 'open').optional(),
    ...defineToleranceFields({
      hint: 'How much more than ordered can be received. Leave blank or enter 0 for no tolerance.',
    }),
  },
  unique: [['code']],
  columns: ['name', 'code', 'contact', 'phone', 'leadTimeDays'],
  importColumns: [
    'code',
    'name',
    'nameAlt',
    'contact',
    'email',
    'phone',
    'taxNumber',
    'paymentTermsDays',
    'leadTimeDays',
  ],
  sort: 'name',
  currencyBy: 'currency',
});

export type Supplier = ResourceWireRow<typeof suppliers>;
