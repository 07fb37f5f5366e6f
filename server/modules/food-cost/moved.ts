import { sql } from 'kysely';
import type { FoodCostDocument } from '#contract/food-cost.ts';
import { roleOf, type VariancePart } from '#domain/food-cost/food-cost.ts';
import { fromE4 } from '#domain/money.ts';
import { moveKinds } from '#domain/stock/kinds.ts';
import { sumInHalves, wholeSum } from '../../db/exact-sums.ts';
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

/** Sums by the names of their halves. */
interface Sums {
  qtyHigh: number;
  qtyLow: number;
  worthHigh: number;
  worthLow: number;
}

const qtyOf = ({ qtyHigh, qtyLow }: Sums) => wholeSum(qtyHigh, qtyLow);
const worthOf = ({ worthHigh, worthLow }: Omit<Sums, 'qtyHigh' | 'qtyLow'>) => wholeSum(worthHigh, worthLow);

const sumOf = (name: 'qty' | 'worth', column: string) => {
  const { high, low } = sumInHalves(ref(column));
  return sql`${high} as ${ref(`${name}High`)}, ${low} as ${ref(`${name}Low`)}`;
};

/**
 * What every item of a branch had, what came, what left and what was left, by the books of a period.
 *
 * @throws QuantityError where something of it is beyond exact numbers
 */
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
  const closing = await sql<Omit<Sums, 'qtyHigh' | 'qtyLow'> & { itemId: string }>`
    select ${ref('itemId')}, ${sumOf('worth', 'worth')} from (
      select ${ref('itemId')}, ${ref('valueE4')} as worth from balances where ${ref('placeId')} in ${places}
      union all
      select ${ref('itemId')}, -${ref('valueE4')} from ${sql.table('stockDaily')}
      where ${ref('placeId')} in ${places} and ${ref('businessDay')} > ${to}
    ) as sides group by ${ref('itemId')}`.execute(db);
  for (const row of closing.rows) {
    const one = at(row.itemId);
    one.closingE4 = worthOf(row);
    one.openingE4 = one.closingE4;
  }
  const moved = await sql<Sums & { itemId: string; kind: string }>`
    select ${ref('itemId')}, kind, ${sumOf('qty', 'qtyMicro')}, ${sumOf('worth', 'valueE4')}
    from ${sql.table('stockDaily')}
    where ${ref('placeId')} in ${places} and ${ref('businessDay')} >= ${from} and ${ref('businessDay')} <= ${to}
    group by ${ref('itemId')}, kind`.execute(db);
  for (const row of moved.rows) {
    const one = at(row.itemId);
    one.openingE4 -= worthOf(row);
    book(one, roleOf(row.kind, qtyOf(row)), qtyOf(row), worthOf(row));
  }
  // What batches take is made into something else there: it went out, and came in again as what they made.
  const batches = await sql<Sums & { itemId: string }>`
    select ${ref('itemId')}, ${sumOf('qty', 'qty')}, ${sumOf('worth', 'worth')} from (
      select ${ref('itemId')}, -${ref('qtyMicro')} as qty, -${ref('valueE4')} as worth from ${sql.table('stockMoves')}
      where ${ref('fromPlace')} in ${places} and kind = 'consumption' and ${ref('docType')} = 'production_batch'
        and ${ref('businessDay')} >= ${from} and ${ref('businessDay')} <= ${to}
      union all
      select ${ref('itemId')}, ${ref('qtyMicro')}, ${ref('valueE4')} from ${sql.table('stockMoves')}
      where ${ref('toPlace')} in ${places} and kind = 'consumption_reversal' and ${ref('docType')} = 'production_batch'
        and ${ref('arrivalDay')} >= ${from} and ${ref('arrivalDay')} <= ${to}
    ) as sides group by ${ref('itemId')}`.execute(db);
  for (const row of batches.rows) {
    const one = at(row.itemId);
    one.useMicro += qtyOf(row);
    book(one, 'out', qtyOf(row), worthOf(row));
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
