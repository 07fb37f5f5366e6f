import type { z } from 'zod';
import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

/** Maximum templates per branch, including archived ones. */
export const maxTemplatesPerBranch = 100;

/** Quantity of an item in `unit`. */
const templateLine = ({ z, id, positiveQuantity }: SchemaParts) =>
  z.strictObject({ itemId: id, qty: positiveQuantity, unit: id });
export type TemplateLine = z.infer<ReturnType<typeof templateLine>>;

const weekdays = ({ z }: SchemaParts) => z.array(z.int().min(1).max(7)).max(7);

/** Lines that a branch orders regularly, used to fill the order guide. */
export const orderTemplates = defineResource({
  collection: 'order-templates',
  path: '/order-templates',
  table: 'orderTemplates',
  labels: { one: 'Order template', many: 'Order templates' },
  fields: {
    branch: field.reference('Branch', 'branch').required(),
    kitchen: field
      .reference('Kitchen', 'branch', { hint: 'Defaults to the kitchen that supplies the branch.' })
      .optional(),
    weekdays: field
      .json('Delivery days', weekdays, { initial: [], hint: 'The template is listed first on these days.' })
      .filled(),
    lines: field
      .json('Items', (parts) => parts.z.array(templateLine(parts)).max(1000, 'At most 1,000'), {
        initial: [],
      })
      .filled(),
  },
  unique: [['branch', 'name']],
  columns: ['name', 'branch', 'weekdays', 'lines'],
  importColumns: ['name', 'nameAlt', 'branch', 'kitchen'],
  sort: 'name',
});

export type OrderTemplate = ResourceWireRow<typeof orderTemplates>;
