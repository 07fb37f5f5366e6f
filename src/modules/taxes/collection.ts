import type { z } from 'zod';
import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { decimal, field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

/** An earlier rate of a tax; if `from` is null, there was no rate before it. */
const earlierRate = (parts: SchemaParts) =>
  parts.z.strictObject({
    from: parts.calendarDate.nullable(),
    rate: decimal(100, 6)(parts),
  });

const earlierRates = (parts: SchemaParts) =>
  parts.z
    .array(earlierRate(parts))
    .max(200)
    .refine((rates) => new Set(rates.map(({ from }) => from)).size === rates.length, {
      error: 'Enter each day only once',
      params: { message: 'uniqueDates' },
    });

export const taxes = defineResource({
  collection: 'taxes',
  path: '/taxes',
  table: 'taxes',
  labels: { one: 'Tax', many: 'Taxes' },
  fields: {
    rate: field.percent('Rate (%)').required(),
    inclusive: field.boolean('Included in prices').filled(),
    validFrom: field
      .date('Valid from', {
        hint: 'To change the rate, enter the new rate and the date it takes effect. Earlier rates are kept.',
      })
      .optional(),
    rates: field.json('Earlier rates', earlierRates, { cell: 'earlierRates', initial: [] }).filled(),
  },
  unique: [['name']],
  columns: ['name', 'rate', 'inclusive', 'validFrom'],
  importColumns: ['name', 'nameAlt', 'rate', 'inclusive', 'validFrom'],
  sort: 'name',
  check: ({ validFrom, rates }) =>
    (rates as z.output<ReturnType<typeof earlierRates>>).some(
      ({ from }) => from !== null && from >= ((validFrom as string | null) ?? ''),
    )
      ? { rates: 'Earlier rates must start before the current rate.' }
      : null,
});

export type Tax = ResourceWireRow<typeof taxes>;
