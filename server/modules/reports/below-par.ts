import { sql } from 'kysely';
import { reportShapes } from '#domain/reports/shapes.ts';
import { standingShelves, summariseStock } from '../stock/summary.ts';
import { defineRows, type RawRow } from './define.ts';
import { nameIn } from './names.ts';

const ref = (name: string) => sql.ref(name);

/** What lacks on the shelves: below zero, out, below the minimum or below par, each shelf once, as the tiles count them. */
export const belowPar = defineRows({
  shape: reportShapes['below-par'],
  async read(db, { actor, query: { branch, item, category }, leadsWithAlt }) {
    const standing = await standingShelves(db, actor, branch);
    const { rows } = await sql<RawRow>`with ${standing}
      select s.place || ' ' || s.item as key, s.item as ${ref('itemId')}, s.place as ${ref('branchId')},
        ${nameIn('i', leadsWithAlt)} as item, i.${ref('itemCode')} as code, ${nameIn('b', leadsWithAlt)} as place,
        case when s.hand < 0 then 'negative' when s.hand = 0 then 'out'
          when s.hand < s.low then 'below_min' else 'below_par' end as state,
        s.hand as ${ref('onHand')}, s.low as min, s.par,
        case when s.par > s.hand then s.par - s.hand else 0 end as lacking, u.symbol as unit
      from standing as s
      join items as i on i.${ref('_id')} = s.item
      join units as u on u.${ref('_id')} = i.${ref('baseUnit')}
      join branches as b on b.${ref('_id')} = s.place
      where (s.hand <= 0 or s.hand < s.low or s.hand < s.par)
        ${item === undefined ? sql`` : sql`and s.item = ${item}`}
        ${category === undefined ? sql`` : sql`and i.category = ${category}`}`.execute(db);
    return { rows };
  },
  reconcilesWith: {
    measure: 'rows',
    source: 'the tiles of stock: below par, below minimum, out and negative',
    async sum(db, { actor, query: { branch } }) {
      const { body } = await summariseStock(db, actor, { branch });
      const { belowPar: par, belowMin, out, negative } = body as Record<string, number>;
      return BigInt((par ?? 0) + (belowMin ?? 0) + (out ?? 0) + (negative ?? 0));
    },
  },
});
