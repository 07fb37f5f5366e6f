import { shareBases } from '#modules/fair-share/bases.ts';
import { substitutionRules } from '#modules/orders/substituting.ts';
import { isClosedDaysRange } from '#core/closed-days.ts';
import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

export const branchTypes = ['branch', 'central_kitchen', 'warehouse'] as const;

/**
 * Rules for changes that would bring stock below zero: `block` rejects them, `warn` allows and flags them.
 */
export const negativeStockRules = ['block', 'warn'] as const;

/** A delivery day of a branch and its ordering cut-off. Weekday 1 is Monday. */
const deliveryDay = ({ z }: SchemaParts) =>
  z.strictObject({
    weekday: z.int().min(1).max(7),
    cutoffDaysBefore: z.int().min(0).max(14),
    cutoffTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 16:00'),
  });

const deliveryDays = (parts: SchemaParts) =>
  parts.z
    .array(deliveryDay(parts))
    .max(7)
    .refine(
      (days) => new Set(days.map(({ weekday }) => weekday)).size === days.length,
      'Enter each weekday only once',
    );

const closedDays = ({ z, calendarDate }: SchemaParts) =>
  z
    .array(
      z
        .strictObject({
          from: calendarDate,
          until: calendarDate,
          yearly: z.boolean(),
          note: z.string().trim().max(120).nullable(),
        })
        .refine(isClosedDaysRange, {
          error: 'The last day must not be before the first, and must be less than a year after it',
          path: ['until'],
          params: { message: 'dayRange' },
        }),
    )
    .max(200);

const dayEnds = ({ z, calendarDate }: SchemaParts) =>
  z
    .array(
      z.strictObject({
        from: calendarDate.nullable(),
        at: z.string().regex(/^(0\d|1[01]):(00|30)$/, 'Enter a time like 03:00'),
      }),
    )
    .max(200)
    .refine(
      (ends) => ends.every(({ from }, index) => index === 0 || (from ?? '') > (ends[index - 1]?.from ?? '')),
      { error: 'Enter each day only once, the earliest first', params: { message: 'uniqueDates' } },
    );

export const branches = defineResource({
  collection: 'branch',
  path: '/branch',
  aliases: ['/branches'],
  table: 'branches',
  labels: { one: 'Branch', many: 'Branches' },
  fields: {
    code: field.code('Code').required(),
    type: field.choice('Type', branchTypes).required(),
    timezone: field.timezone('Time zone', { hint: 'Used for cut-off times.' }).required(),
    dayEnds: field
      .json('Business day ends at', dayEnds, {
        cell: 'dayEnds',
        initial: [],
        hint: 'Sales before this time count towards the previous day.',
      })
      .filled(),
    brandId: field.reference('Brand', 'brands').optional(),
    branchCategoryId: field.reference('Branch category', 'branch-categories').optional(),
    supplyingKitchenId: field
      .reference('Supplying kitchen', 'branch', { hint: 'Receives the orders of this branch.' })
      .optional(),
    currencyId: field.reference('Currency', 'currencies').optional(),
    taxId: field.reference('Tax', 'taxes').optional(),
    address: field.longText('Address').optional(),
    phone: field.phone('Phone').optional(),
    email: field.email('Email').optional(),
    deliveryDays: field.json('Delivery days', deliveryDays, { cell: 'deliveryDays', initial: [] }).filled(),
    closedDays: field
      .json('Closed days', closedDays, {
        cell: 'closedDays',
        initial: [],
        hint: 'No deliveries on these days. A kitchen’s closed days apply to all branches it supplies.',
      })
      .filled(),
    route: field
      .text('Route', { most: 60, hint: 'One vehicle delivers to all branches of a route.' })
      .optional(),
    routeStop: field
      .integer('Stop on the route', { min: 1, max: 999, hint: 'Position in the delivery sequence.' })
      .optional(),
    minOrderValue: field.money('Minimum order value', 'open').optional(),
    negativeStock: field
      .choice('Negative stock', negativeStockRules, {
        initial: 'block',
        hint: 'Stock can be negative until the opening count of the location.',
      })
      .filled(),
    depletesStock: field
      .boolean('Deduct sales from stock', {
        hint: 'Deducts the ingredients of dishes sold, starting with the next sales import.',
      })
      .filled(),
    minShelfLifeDays: field
      .integer('Minimum shelf life after delivery (days)', {
        max: 1000,
        hint: 'Lots that expire sooner aren’t suggested for this branch.',
      })
      .optional(),
    substituting: field
      .choice('Substitution', substitutionRules, {
        hint: 'Allowed by default. The branch sees substitutes before they ship and can decline them.',
      })
      .optional(),
    fairShareBasis: field
      .choice('Allocate shortages by', shareBases, {
        hint: 'Kitchens only: by quantity ordered, by usage, or for equal days of cover.',
      })
      .optional(),
    fairShareCap: field
      .integer('Fair share cap (× usual order)', {
        max: 100,
        hint: 'Kitchens only. When stock is short, quantities above this multiple of a branch’s usual order are allocated last. Default: 3.',
      })
      .optional(),
    countApprovalValue: field.money('Count variance approval limit', 'open').optional(),
    countTolerancePercent: field
      .percent('Recount threshold (%)', {
        max: 1000,
        hint: 'Lines with a larger variance need a cause and a recount by another person.',
      })
      .optional(),
    countToleranceQty: field.quantity('Recount threshold (base units)').optional(),
    countToleranceValue: field.money('Recount threshold (value)', 'open').optional(),
  },
  unique: [['code'], ['name']],
  columns: ['name', 'type', 'branchCategoryId', 'supplyingKitchenId'],
  importColumns: [
    'code',
    'name',
    'nameAlt',
    'type',
    'timezone',
    'supplyingKitchenId',
    'closedDays',
    'address',
    'phone',
    'email',
  ],
  sort: 'name',
  currencyBy: 'currencyId',
  check({ _id, type, isActive, supplyingKitchenId }) {
    const isSupplied = supplyingKitchenId !== null && supplyingKitchenId !== undefined;
    if (isSupplied && supplyingKitchenId === _id)
      return { supplyingKitchenId: 'A branch can’t supply itself. Choose another location.' };
    // Archived branches don't order, so they don't need a supplying kitchen.
    if (type === 'branch' && isActive !== false && !isSupplied)
      return { supplyingKitchenId: 'Choose the kitchen that supplies this branch.' };
    return null;
  },
});

export type Branch = ResourceWireRow<typeof branches>;
