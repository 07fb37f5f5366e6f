import { sql } from 'kysely';
import { reportShapes } from '../report-shapes.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { buildBelowParTable, summarizeStock } from '#modules/stock/server/summary.ts';
import { sumFromHalves } from './aggregate.ts';
import { defineRows, type RawRow } from './define.ts';
import { buildLocalizedNameColumn } from './names.ts';

const ref = (name: string) => sql.ref(name);

const matchesFilter = (item: string | undefined, category: string | undefined) => sql`
  ${item === undefined ? sql`1 = 1` : sql`s.item = ${item}`}
  and ${
    category === undefined
      ? sql`1 = 1`
      : sql`s.item in (select ${ref('_id')} from items where category = ${category})`
  }`;

/**
 * Stock positions that are negative, out of stock, below minimum or below par; each once, as in the tiles.
 */
export const belowPar = defineRows({
  shape: reportShapes['below-par'],
  async read(db, { actor, query: { branch, item, category }, prefersAltName }) {
    const positions = await buildBelowParTable(db, actor, branch);
    const { rows } = await sql<RawRow>`with ${positions}
      select s.place || ' ' || s.item as key, s.item as ${ref('itemId')}, s.place as ${ref('branchId')},
        ${buildLocalizedNameColumn('i', prefersAltName)} as item, i.${ref('itemCode')} as code, ${buildLocalizedNameColumn('b', prefersAltName)} as place,
        case when s.quantity < 0 then 'negative' when s.quantity = 0 then 'out'
          when s.quantity < s.minimum then 'below_min' else 'below_par' end as state,
        s.quantity as ${ref('onHand')}, s.minimum as min, s.par,
        case when s.par > s.quantity then s.par - s.quantity else 0 end as lacking, u.symbol as unit
      from below_par as s
      join items as i on i.${ref('_id')} = s.item
      join units as u on u.${ref('_id')} = i.${ref('baseUnit')}
      join branches as b on b.${ref('_id')} = s.place
      where ${matchesFilter(item, category)}`.execute(db);
    return { rows };
  },
  async computeTotals(db, { actor, query: { branch, item, category } }) {
    const positions = await buildBelowParTable(db, actor, branch);
    const { high, low } = sumHighLow(sql`(case when s.par > s.quantity then s.par - s.quantity else 0 end)`);
    const { rows } = await sql<Record<'count' | 'high' | 'low', unknown>>`with ${positions}
      select count(*) as count, ${high} as high, ${low} as low
      from below_par as s where ${matchesFilter(item, category)}`.execute(db);
    return { count: Number(rows[0]?.count ?? 0), sums: new Map([['lacking', sumFromHalves(rows[0])]]) };
  },
  reconcilesWith: {
    measure: 'rows',
    source: 'the stock summary: below par, below minimum, out of stock and negative',
    async sum(db, { actor, query: { branch } }) {
      const { body } = await summarizeStock(db, actor, { branch });
      const { belowPar: par, belowMin, out, negative } = body as Record<string, number>;
      return BigInt((par ?? 0) + (belowMin ?? 0) + (out ?? 0) + (negative ?? 0));
    },
  },
});
