import { sql } from 'kysely';
import { divideHalfEven } from '#core/quantity.ts';
import { reportShapes } from '../report-shapes.ts';
import { defineRows, type RawRow } from './define.ts';
import { buildLocalizedNameColumn } from './names.ts';

const ref = (name: string) => sql.ref(name);

/** Current price of every pack in its supplier's currency, and per unit of its contents. */
export const supplierPrices = defineRows({
  shape: reportShapes['supplier-prices'],
  async read(db, { query: { supplier, item, category }, prefersAltName }) {
    const { rows } =
      await sql<RawRow>`select p.${ref('_id')} as key, p.${ref('itemId')}, ${buildLocalizedNameColumn('i', prefersAltName)} as item,
        i.${ref('itemCode')} as code, ${buildLocalizedNameColumn('s', prefersAltName)} as supplier, p.name as pack,
        p.${ref('contentsQtyMicro')} as contents, u.symbol as unit, c.code as currency, p.${ref('priceMicro')} as price,
        p.${ref('priceDate')} as since
      from packagings as p
      join items as i on i.${ref('_id')} = p.${ref('itemId')}
      join units as u on u.${ref('_id')} = p.unit
      left join suppliers as s on s.${ref('_id')} = p.${ref('supplierId')}
      left join currencies as c on c.${ref('_id')} = s.currency
      where p.${ref('isActive')} = 1 and p.${ref('priceMicro')} is not null
        ${supplier === undefined ? sql`` : sql`and p.${ref('supplierId')} = ${supplier}`}
        ${item === undefined ? sql`` : sql`and p.${ref('itemId')} = ${item}`}
        ${category === undefined ? sql`` : sql`and i.category = ${category}`}`.execute(db);
    return {
      rows: rows.map((row) => {
        const [price, contents] = [BigInt(row['price'] ?? 0), BigInt(row['contents'] ?? 0)];
        return {
          ...row,
          price,
          perUnit: contents > 0n ? divideHalfEven(price * 1_000_000n, contents) : null,
        };
      }),
    };
  },
  reconcilesWith: {
    measure: 'rows',
    source: 'active packs whose latest entry in the price history has a price',
    async sum(db) {
      const { rows } = await sql<{
        found: number;
      }>`select count(*) as found from ${sql.table('packPrices')} as h
        join packagings as p on p.${ref('_id')} = h.${ref('packagingId')}
        where p.${ref('isActive')} = 1 and h.${ref('priceMicro')} is not null and not exists (
          select 1 from ${sql.table('packPrices')} as later where later.${ref('packagingId')} = h.${ref('packagingId')}
            and later.seq > h.seq)`.execute(db);
      return BigInt(rows[0]?.found ?? 0);
    },
  },
});
