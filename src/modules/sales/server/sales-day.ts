import { sql } from 'kysely';
import type { SalesOfDay } from '../shapes.ts';
import { fromE4 } from '#core/money.ts';
import { type Actor, isOwnLocation, canSeeStockCosts } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadModifiers, parseModifierKey } from './modifiers.ts';
import { isMappingOf, listDays } from './rows.ts';

const ref = (name: string) => sql.ref(name);

/** Maximum number of menu items, and of depleted items, per day. */
const maxRows = 1000;

/**
 * Finds the branch and day of a document that sales postings refer to; undefined if it doesn't exist or is out
 * of scope.
 */
async function findDayOfDocument(db: Queryable, actor: Actor, documentId: string) {
  const branchDay = (await findDayOfTill(db, documentId)) ?? (await findDayOfMoves(db, documentId));
  return branchDay && isOwnLocation(actor, branchDay.branchId) ? branchDay : undefined;
}

export const isSalesDocument = async (db: Queryable, actor: Actor, documentId: string): Promise<boolean> =>
  (await findDayOfDocument(db, actor, documentId)) !== undefined;

/**
 * Gets the sales of a branch on the day of a document that sales postings refer to: a till's day, or the
 * number of a depletion. Undefined when it doesn't exist or is out of scope.
 */
export async function getSalesOfDocument(
  db: Queryable,
  actor: Actor,
  documentId: string,
): Promise<SalesOfDay | undefined> {
  const branchDay = await findDayOfDocument(db, actor, documentId);
  if (!branchDay) return undefined;
  const { branchId: branch, day } = branchDay;
  const { name: branchName, nameAlt: branchNameAlt } = await db
    .selectFrom('branches')
    .select(['name', 'nameAlt'])
    .where('_id', '=', branch)
    .executeTakeFirstOrThrow();
  const { rows: tills } = await listDays(db, actor, { branch, from: day, to: day, page: 1, limit: 100 });
  const documents = [...new Set([documentId, ...tills.map(({ _id }) => _id)])];
  return {
    branch,
    branchName,
    branchNameAlt,
    day,
    net: tills.reduce((sum, till) => Math.round((sum + till.net) * 1e4) / 1e4, 0),
    tills,
    tillItems: await loadTillItems(
      db,
      tills.map(({ _id }) => _id),
    ),
    depleted: await loadConsumption(db, documents, branch, canSeeStockCosts(actor)),
  };
}

const findDayOfTill = (db: Queryable, id: string) =>
  db.selectFrom('saleDays').select(['branchId', 'day']).where('_id', '=', id).executeTakeFirst();

async function findDayOfMoves(db: Queryable, docId: string) {
  const { rows } = await sql<{ branchId: string; day: string }>`
    select places.${ref('branchId')}, m.${ref('businessDay')} as day from ${sql.table('stockMoves')} as m
    join places on places.${ref('placeId')} in (m.${ref('fromPlace')}, m.${ref('toPlace')})
    where m.${ref('docId')} = ${docId} and m.${ref('docType')} = 'sales' and places.${ref('branchId')} is not null
    order by m.seq limit 1`.execute(db);
  return rows[0];
}

async function loadTillItems(db: Queryable, dayIds: readonly string[]): Promise<SalesOfDay['tillItems']> {
  if (dayIds.length === 0) return [];
  const { rows } = await sql<{
    source: string;
    code: string;
    name: string | null;
    recipeId: string | null;
    itemId: string | null;
    isNonFood: number | null;
    targetName: string | null;
    qtyMicro: number;
    netE4: number;
    sourceId: string;
    dayId: string;
    modifiers: string | null;
  }>`
    select s.name as source, r.code, r.name, coalesce(r.${ref('recipeId')}, a.${ref('recipeId')}) as ${ref('recipeId')},
      a.${ref('itemId')}, a.${ref('isNonFood')}, coalesce(dish.name, good.name) as ${ref('targetName')},
      r.${ref('qtyMicro')}, r.${ref('netE4')}, d.${ref('sourceId')}, r.${ref('dayId')}, r.modifiers
    from ${sql.table('saleRows')} as r
    join ${sql.table('saleDays')} as d on d.${ref('_id')} = r.${ref('dayId')}
    join ${sql.table('saleSources')} as s on s.${ref('_id')} = d.${ref('sourceId')}
    left join ${sql.table('tillItems')} as a on ${isMappingOf('a', 'r')}
    left join recipes as dish on dish.${ref('_id')} = coalesce(r.${ref('recipeId')}, a.${ref('recipeId')})
    left join items as good on good.${ref('_id')} = a.${ref('itemId')}
    where r.${ref('dayId')} in (${sql.join(dayIds)})
    order by abs(r.${ref('netE4')}) desc, s.name, r.code limit ${maxRows}`.execute(db);
  const named = await db
    .selectFrom('saleModifiers')
    .select(({ fn }) => ['dayId', 'code', fn.max('name').as('name')])
    .where('dayId', 'in', dayIds)
    .groupBy(['dayId', 'code'])
    .execute();
  const readModifiers = await loadModifiers(db);
  return rows.map(({ recipeId, itemId, isNonFood, qtyMicro, netE4, sourceId, dayId, modifiers, ...row }) => ({
    ...row,
    modifiers: parseModifierKey(modifiers).map(([code]) => ({
      name: named.find((modifier) => modifier.dayId === dayId && modifier.code === code)?.name ?? code,
      isMapped: readModifiers(sourceId, modifiers).some((mapped) => mapped.code === code),
    })),
    kind:
      recipeId !== null
        ? 'recipe'
        : itemId !== null
          ? 'item'
          : Number(isNonFood ?? 0) === 1
            ? 'none'
            : 'unmapped',
    qty: fromMicro(Number(qtyMicro)),
    net: fromE4(Number(netE4)),
  }));
}

async function loadConsumption(
  db: Queryable,
  documents: readonly string[],
  branch: string,
  canSeeCosts: boolean,
): Promise<SalesOfDay['depleted']> {
  const sign = sql`case when m.kind = 'consumption_reversal' then -1 else 1 end`;
  const { rows } = await sql<{
    itemId: string;
    itemName: string;
    unitSymbol: string;
    lot: string | null;
    qty: number;
    worth: number;
  }>`
    select m.${ref('itemId')}, i.name as ${ref('itemName')}, u.symbol as ${ref('unitSymbol')}, l.code as lot,
      cast(sum(${sign} * m.${ref('qtyMicro')}) as bigint) as qty, cast(sum(${sign} * m.${ref('valueE4')}) as bigint) as worth
    from ${sql.table('stockMoves')} as m
    join items as i on i.${ref('_id')} = m.${ref('itemId')}
    join units as u on u.${ref('_id')} = i.${ref('baseUnit')}
    join places on places.${ref('placeId')} in (m.${ref('fromPlace')}, m.${ref('toPlace')})
    left join lots as l on l.${ref('_id')} = m.${ref('lotId')}
    where m.${ref('docId')} in (${sql.join(documents)}) and m.${ref('docType')} = 'sales'
      and m.kind in ('consumption', 'consumption_reversal') and places.${ref('branchId')} = ${branch}
    group by m.${ref('itemId')}, i.name, u.symbol, l.code
    having sum(${sign} * m.${ref('qtyMicro')}) <> 0 or sum(${sign} * m.${ref('valueE4')}) <> 0
    order by abs(sum(${sign} * m.${ref('valueE4')})) desc, i.name, l.code limit ${maxRows}`.execute(db);
  return rows.map(({ lot, qty, worth, ...row }) => ({
    ...row,
    lot: lot === '' ? null : lot,
    qty: fromMicro(Number(qty)),
    value: canSeeCosts ? fromE4(Number(worth)) : null,
  }));
}
