import { z } from 'zod';
import type { ItemConversion } from '#core/conversions.ts';
import { id } from '#platform/shapes/common.ts';
import { items } from './collection.ts';
import type { ResourceWireRow } from '#platform/collections/define-resource.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { getSchemas } from '#platform/collections/schemas.ts';

const schemas = getSchemas(items);

const ratioPart = z
  .int('Enter a whole number')
  .min(1, 'At least 1')
  .max(1_000_000_000, 'At most 1,000,000,000');

/** One `fromUnit` of this item equals exactly `num / den` of `toUnit`: 1 case = 12 x 750 g. */
export const itemConversion = z
  .strictObject({
    fromUnit: id,
    toUnit: id,
    num: ratioPart,
    den: ratioPart.default(1),
  })
  .refine(({ fromUnit, toUnit }) => fromUnit !== toUnit, 'A unit can’t be converted to itself.');

const conversions = z
  .array(itemConversion)
  .max(50)
  .refine(
    (list) =>
      new Set(list.map(({ fromUnit, toUnit }) => [fromUnit, toUnit].sort().join(' '))).size === list.length,
    'Enter each pair of units only once.',
  );

const firstPacks = z.array(getSchemas(packagings).createInput.omit({ itemId: true })).max(20);

/** POST and PUT include the conversions; PUT replaces the previous ones. POST can also create packs. */
export const itemInput = schemas.createInput.extend({
  conversions: conversions.optional(),
  packs: firstPacks.optional(),
});
export const itemChange = schemas.changeInput.extend({ conversions: conversions.optional() });
export const item = schemas.row.extend({ conversions: z.array(itemConversion) });

export type Item = ResourceWireRow<typeof items> & { conversions: ItemConversion[] };

export const itemQueryParams = schemas.query.extend({ view: z.enum(['compact']).optional() });

/**
 * A row of `view=compact`: one order unit is `orderNum / orderDen` base units; both are null if there is no
 * direct conversion.
 */
export const itemCompactRow = z.object({
  _id: z.string(),
  itemCode: z.string(),
  name: z.string(),
  nameAlt: z.string().nullable(),
  kind: z.string(),
  category: z.string(),
  section: z.string().nullable(),
  baseUnit: z.string(),
  baseSymbol: z.string().nullable(),
  orderUnit: z.string(),
  countUnit: z.string().nullable(),
  orderSymbol: z.string().nullable(),
  orderNum: z.number().nullable(),
  orderDen: z.number().nullable(),
  barcodes: z.array(z.string()),
  image: z.string().nullable(),
  branches: z.array(z.string()),
  unitPrice: z.number().nullable(),
  isOrderable: z.boolean(),
  isCountable: z.boolean(),
  isActive: z.boolean(),
});
export type ItemCompactRow = z.output<typeof itemCompactRow>;
