import type { z } from 'zod';
import { shareBases } from '#domain/fair-share/bases.ts';
import { substitutingRules } from '#domain/orders/substituting.ts';
import { isClosedDaysRange } from '#domain/planning/closed-days.ts';
import type { SchemaParts } from './schema-parts.ts';
import { field } from './fields.ts';
import { defineResource, type ResourceRow } from './define-resource.ts';

export const branchTypes = ['branch', 'central_kitchen', 'warehouse'] as const;

/** What happens when stock would go below zero: refused, or allowed and flagged. */
export const negativeStockRules = ['block', 'warn'] as const;

/** A delivery day of a branch and its ordering cut-off. Weekday 1 is Monday. */
const deliveryDay = ({ z }: SchemaParts) =>
  z.strictObject({
    weekday: z.int().min(1).max(7),
    cutoffDaysBefore: z.int().min(0).max(14),
    cutoffTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 16:00'),
  });
export type DeliveryDay = z.output<ReturnType<typeof deliveryDay>>;

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
          params: { sentence: 'stretch' },
        }),
    )
    .max(200);

export const branches = defineResource({
  collection: 'branch',
  path: '/branch',
  aliases: ['/branches'],
  table: 'branches',
  labels: { one: 'Branch', many: 'Branches' },
  fields: {
    code: field.code('Code').required(),
    type: field.choice('Type', branchTypes).required(),
    timezone: field.timezone('Time zone', { hint: 'Cut-off times are in it.' }).required(),
    brandId: field.reference('Brand', 'brands').optional(),
    branchCategoryId: field.reference('Branch category', 'branch-categories').optional(),
    supplyingKitchenId: field
      .reference('Supplying kitchen', 'branch', { hint: 'Where its orders go.' })
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
        hint: 'Nothing is delivered on them. Those of a kitchen count for all branches it supplies.',
      })
      .filled(),
    route: field
      .text('Route', { most: 60, hint: 'Branches of one route are delivered by one vehicle.' })
      .optional(),
    routeStop: field
      .integer('Stop on the route', { min: 1, max: 999, hint: 'In this order they are delivered.' })
      .optional(),
    minOrderValue: field.money('Minimum order value', 'open').optional(),
    negativeStock: field
      .choice('Stock below zero', negativeStockRules, {
        initial: 'block',
        hint: 'Until its opening count a place is allowed to go below zero.',
      })
      .filled(),
    salesTakeStock: field
      .boolean('Sales take stock', {
        hint: 'What a till says was sold is taken from stock by its recipes, from the next import on.',
      })
      .filled(),
    leastLifeDays: field
      .integer('Good for at least, days after delivery', {
        max: 1000,
        hint: 'Lots that expire earlier are not proposed for this branch.',
      })
      .optional(),
    substituting: field
      .choice('Something else instead of what it ordered', substitutingRules, {
        hint: 'Empty: allowed; the branch sees it before it ships, and may refuse it.',
      })
      .optional(),
    fairShareBasis: field
      .choice('Shares what is short by', shareBases, {
        hint: 'Of a kitchen: by what each branch ordered, what it uses, or so that all last for as many days.',
      })
      .optional(),
    fairShareCap: field
      .integer('In a shortage, usual orders that count first', {
        max: 100,
        hint: 'Of a kitchen: what a branch orders beyond so many times its usual order waits for the others. 3 where nothing is said.',
      })
      .optional(),
    countApprovalValue: field.money('Count differences above this need approval', 'open').optional(),
    countTolerancePercent: field
      .percent('Count again beyond, %', {
        max: 1000,
        hint: 'A line that differs by more asks for a cause, and somebody else counts it again.',
      })
      .optional(),
    countToleranceQty: field.quantity('Count again beyond, base units').optional(),
    countToleranceValue: field.money('Count again beyond, value', 'open').optional(),
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

export type Branch = ResourceRow<typeof branches>;
