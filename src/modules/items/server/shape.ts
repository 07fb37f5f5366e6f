import { sql } from 'kysely';
import { items } from '../collection.ts';
import { type Actor, canSeeMoney } from '#core/permissions.ts';
import { jsonArray, type JsonField, jsonObject } from '#platform/server/db/json-sql.ts';
import type { Dialect } from '#platform/server/db/types.ts';
import { buildHiddenFieldsJson } from '#platform/collections/server/store.ts';

/** Returns whether the actor may see costs. */
export const actorCanSeeCosts = (actor: Actor | null): boolean => canSeeMoney(actor, 'cost');

/** Conversions of an item as a JSON array. */
export function buildConversionsJson(dialect: Dialect): JsonField {
  const conversion = jsonObject(dialect, {
    fromUnit: ['fromUnit', 'text'],
    toUnit: ['toUnit', 'text'],
    num: ['num', 'integer'],
    den: ['den', 'integer'],
  });
  const itemConversions = sql`(select * from ${sql.table('itemConversions')}
    where ${sql.ref('itemConversions.itemId')} = ${sql.ref('items._id')} order by ${sql.ref('_id')}) as conversion`;
  const json = sql`(select ${jsonArray(dialect, conversion)} from ${itemConversions})`;
  return dialect === 'sqlite' ? sql`json(${json})` : json;
}

/** JSON fields of an item besides its columns: conversions, and null for hidden amounts. */
export const buildItemExtraFields = (dialect: Dialect, actor: Actor | null): Record<string, JsonField> => ({
  ...buildHiddenFieldsJson(items, actor),
  conversions: buildConversionsJson(dialect),
});

/**
 * SQL for the size of the order unit in base units, if it can be determined in one step: the units are equal,
 * have a conversion in either direction, or have the same dimension.
 */
const buildOrderUnitRatio = (end: 'num' | 'den') => {
  const oppositeEnd = end === 'num' ? 'den' : 'num';
  const [factor, inverseFactor] =
    end === 'num' ? (['factorNum', 'factorDen'] as const) : (['factorDen', 'factorNum'] as const);
  return sql`case
    when ${sql.ref('items.orderUnit')} = ${sql.ref('items.baseUnit')} then 1
    when ${sql.ref('direct.num')} is not null then ${sql.ref(`direct.${end}`)}
    when ${sql.ref('inverse.num')} is not null then ${sql.ref(`inverse.${oppositeEnd}`)}
    when ${sql.ref('ordered.dimension')} = ${sql.ref('base.dimension')}
      then ${sql.ref(`ordered.${factor}`)} * ${sql.ref(`base.${inverseFactor}`)}
  end`;
};

const joinConversions = (
  alias: string,
  from: string,
  to: string,
) => sql`left join ${sql.table('itemConversions')} as ${sql.ref(alias)}
  on ${sql.ref(`${alias}.itemId`)} = ${sql.ref('items._id')}
  and ${sql.ref(`${alias}.fromUnit`)} = ${sql.ref(from)} and ${sql.ref(`${alias}.toUnit`)} = ${sql.ref(to)}`;

/** Items joined with the units and conversions needed for their compact rows. */
export const compactFrom = sql`items
  left join units as base on ${sql.ref('base._id')} = ${sql.ref('items.baseUnit')}
  left join units as ordered on ${sql.ref('ordered._id')} = ${sql.ref('items.orderUnit')}
  ${joinConversions('direct', 'items.orderUnit', 'items.baseUnit')}
  ${joinConversions('inverse', 'items.baseUnit', 'items.orderUnit')}`;

const compactFields = [
  'itemCode',
  'name',
  'nameAlt',
  'kind',
  'category',
  'section',
  'baseUnit',
  'orderUnit',
  'countUnit',
  'barcodes',
  'image',
  'branches',
  'unitPrice',
  'isOrderable',
  'isCountable',
];

export const compactShape = {
  fields: compactFields,
  additional: {
    baseSymbol: ['base.symbol', 'text'],
    orderSymbol: ['ordered.symbol', 'text'],
    orderNum: buildOrderUnitRatio('num'),
    orderDen: buildOrderUnitRatio('den'),
    isActive: ['items.isActive', 'boolean'],
  },
} as const satisfies { fields: string[]; additional: Record<string, JsonField> };

export const itemJoinedTables = ['units', 'itemConversions'];
