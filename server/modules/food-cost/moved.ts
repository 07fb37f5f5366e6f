import { sql } from 'kysely';
import type { FoodCostDocument } from '#contract/food-cost.ts';
import { roleOf, type VariancePart } from '#domain/food-cost/food-cost.ts';
import { fromE4 } from '#domain/money.ts';
import { moveKinds } from '#domain/stock/kinds.ts';
import type { Queryable } from '../../db/types.ts';

const ref = (name: string) => sql.ref(name);

/** What the books say of an item at a branch in a period; what left is above zero in the quantities by role. */
export interface Moved {
  openingE4: number;
  inE4: number;
  outE4: number;
  closingE4: number;
  useMicro: number;
  wasteMicro: number;
  transfersMicro: number;
  countsMicro: number;
  transfersValueE4: number;
}

/** All that belongs to a branch: its shelves, what is on the way to it, and what it set aside. */
const ofBranch = (branch: string) =>
  sql`(select ${ref('placeId')} from places where ${ref('branchId')} = ${branch})`;

const nothing = (): Moved => ({
  openingE4: 0,
  inE4: 0,
  outE4: 0,
  closingE4: 0,
  useMicro: 0,
  wasteMicro: 0,
  transfersMicro: 0,
  countsMicro: 0,
  transfersValueE4: 0,
});

/** What every item of a branch had, what came, what left and what was left, by the books of a period. */
export async function movedBetween(
  db: Queryable,
  branch: string,
  from: string,
  to: string,
): Promise<Map<string, Moved>> {
  const places = ofBranch(branch);
  const items = new Map<string, Moved>();
  const at = (item: string) => {
    const one = items.get(item) ?? nothing();
    items.set(item, one);
    return one;
  };
  const closing = await sql<{ itemId: string; worth: number }>`
    select ${ref('itemId')}, cast(sum(worth) as bigint) as worth from (
      select ${ref('itemId')}, ${ref('valueE4')} as worth from balances where ${ref('placeId')} in ${places}
      union all
      select ${ref('itemId')}, -${ref('valueE4')} from ${sql.table('stockDaily')}
      where ${ref('placeId')} in ${places} and ${ref('businessDay')} > ${to}
    ) as sides group by ${ref('itemId')}`.execute(db);
  for (const { itemId, worth } of closing.rows) {
    const one = at(itemId);
    one.closingE4 = Number(worth);
    one.openingE4 = Number(worth);
  }
  const moved = await sql<{ itemId: string; kind: string; qty: number; worth: number }>`
    select ${ref('itemId')}, kind, cast(sum(${ref('qtyMicro')}) as bigint) as qty, cast(sum(${ref('valueE4')}) as bigint) as worth
    from ${sql.table('stockDaily')}
    where ${ref('placeId')} in ${places} and ${ref('businessDay')} >= ${from} and ${ref('businessDay')} <= ${to}
    group by ${ref('itemId')}, kind`.execute(db);
  for (const { itemId, kind, qty, worth } of moved.rows) {
    const one = at(itemId);
    one.openingE4 -= Number(worth);
    book(one, roleOf(kind, Number(qty)), Number(qty), Number(worth));
  }
  // What batches take is made into something else there: it went out, and came in again as what they made.
  const batches = await sql<{ itemId: string; qty: number; worth: number }>`
    select ${ref('itemId')}, cast(sum(qty) as bigint) as qty, cast(sum(worth) as bigint) as worth from (
      select ${ref('itemId')}, -${ref('qtyMicro')} as qty, -${ref('valueE4')} as worth from ${sql.table('stockMoves')}
      where ${ref('fromPlace')} in ${places} and kind = 'consumption' and ${ref('docType')} = 'production_batch'
        and ${ref('businessDay')} >= ${from} and ${ref('businessDay')} <= ${to}
      union all
      select ${ref('itemId')}, ${ref('qtyMicro')}, ${ref('valueE4')} from ${sql.table('stockMoves')}
      where ${ref('toPlace')} in ${places} and kind = 'consumption_reversal' and ${ref('docType')} = 'production_batch'
        and ${ref('arrivalDay')} >= ${from} and ${ref('arrivalDay')} <= ${to}
    ) as sides group by ${ref('itemId')}`.execute(db);
  for (const { itemId, qty, worth } of batches.rows) {
    const one = at(itemId);
    one.useMicro += Number(qty);
    book(one, 'out', Number(qty), Number(worth));
  }
  return items;
}

function book(one: Moved, role: ReturnType<typeof roleOf>, qtyMicro: number, valueE4: number): void {
  switch (role) {
    case 'in':
      one.inE4 += valueE4;
      break;
    case 'out':
      one.outE4 -= valueE4;
      break;
    case 'use':
      one.useMicro -= qtyMicro;
      break;
    case 'waste':
      one.wasteMicro -= qtyMicro;
      break;
    case 'transfers':
      one.transfersMicro -= qtyMicro;
      if (qtyMicro === 0) one.transfersValueE4 -= valueE4;
      break;
    case 'counts':
      one.countsMicro -= qtyMicro;
      break;
    case 'value':
      break;
  }
}

const kindsOf = (part: VariancePart): string[] => {
  const role = { portions: 'use', waste: 'waste', transfers: 'transfers', counts: 'counts' } as const;
  return Object.keys(moveKinds).filter((kind) =>
    part === 'price' || part === 'unexplained'
      ? ['in', 'value'].includes(roleOf(kind, 1))
      : roleOf(kind, 1) === role[part],
  );
};

/** The most documents that stand behind a part. */
const mostDocuments = 200;

/**
 * The documents behind a part, the largest first: of waste, transfers, counts and use those that recorded it, of the price
 * and of what is unexplained those by which the goods came.
 */
export async function documentsBehind(
  db: Queryable,
  branch: string,
  { from, to, part }: { from: string; to: string; part: VariancePart },
): Promise<FoodCostDocument[]> {
  const places = ofBranch(branch);
  const kinds = sql.join(kindsOf(part));
  const side = (place: string, day: string, sign: number) => sql`
    select ${ref('docType')}, ${ref('docId')}, ${ref('docNo')}, ${ref(day)} as day, ${sql.lit(sign)} * ${ref('valueE4')} as worth
    from ${sql.table('stockMoves')} where ${ref(place)} in ${places} and kind in (${kinds})
      and ${ref(day)} >= ${from} and ${ref(day)} <= ${to}`;
  const { rows } = await sql<{
    docType: string;
    docId: string;
    docNo: string | null;
    day: string;
    moves: number;
    worth: number;
  }>`
    select ${ref('docType')}, ${ref('docId')}, max(${ref('docNo')}) as ${ref('docNo')}, max(day) as day, count(*) as moves,
      cast(sum(worth) as bigint) as worth
    from (${side('fromPlace', 'businessDay', 1)} union all ${side('toPlace', 'arrivalDay', -1)}) as sides
    group by ${ref('docType')}, ${ref('docId')} having sum(worth) <> 0
    order by abs(sum(worth)) desc, ${ref('docId')} limit ${mostDocuments}`.execute(db);
  return rows.map(({ docType, docId, docNo, day, moves, worth }) => ({
    docType,
    docId,
    docNo,
    day,
    moves: Number(moves),
    value: fromE4(Number(worth)),
  }));
}
