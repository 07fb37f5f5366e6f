import { sql } from 'kysely';
import type { z } from 'zod';
import { isSameName, listNameWords } from '#core/similar-names.ts';
import type { similarItemsQueryParams } from '../similar-items.ts';
import type { SimilarItem } from '../similar-items-shapes.ts';
import type { Reader } from '#platform/server/db/types.ts';
import { buildWordConditions } from '#platform/server/http/list.ts';

type Query = z.output<typeof similarItemsQueryParams>;

/** Maximum number of items returned for a name. */
const maxNames = 10;
/** Maximum number of rows, containing all words of the name, that are compared with `isSameName`. */
const maxCandidates = 200;

/** Finds other items with the same name or barcode, including archived ones. */
export async function findSimilar(db: Reader, query: Query): Promise<SimilarItem[]> {
  const [byBarcode, byPack, byName] = await Promise.all([
    findByBarcode(db, query),
    findByPackBarcode(db, query),
    findByName(db, query),
  ]);
  return [...byBarcode, ...byPack, ...byName];
}

async function findByName(db: Reader, { name, nameAlt, excludedItemId }: Query): Promise<SimilarItem[]> {
  const names = [name, nameAlt].filter(
    (text) => text !== undefined && listNameWords(text).length > 0,
  ) as string[];
  if (names.length === 0) return [];
  const conditions = names.map((name) => {
    const wordConditions = buildWordConditions('items.search', listNameWords(name).join(' '));
    return sql<boolean>`(${sql.join(wordConditions, sql` and `)})`;
  });
  const rows = await db
    .selectFrom('items')
    .select(['_id', 'itemCode', 'name', 'nameAlt', 'isActive'])
    .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    .where('_id', '!=', excludedItemId ?? '')
    .orderBy('search')
    .limit(maxCandidates)
    .execute();
  return rows
    .filter((row) =>
      names.some(
        (name) => isSameName(name, row.name) || (row.nameAlt !== null && isSameName(name, row.nameAlt)),
      ),
    )
    .slice(0, maxNames)
    .map((row) => ({ ...row, isActive: row.isActive === 1, matchedBy: 'name', barcode: null }));
}

const parseCodes = ({ barcode }: Query) => (barcode ?? '').split(',').filter(Boolean).slice(0, 50);

async function findByBarcode(db: Reader, query: Query): Promise<SimilarItem[]> {
  const codes = parseCodes(query);
  if (codes.length === 0) return [];
  const rows = await db
    .selectFrom('itemBarcodes')
    .innerJoin('items', 'items._id', 'itemBarcodes.itemId')
    .select(['items._id', 'itemCode', 'name', 'nameAlt', 'isActive', 'itemBarcodes.barcode'])
    .where('itemBarcodes.barcode', 'in', codes)
    .where('items._id', '!=', query.excludedItemId ?? '')
    .execute();
  return rows.map((row) => ({ ...row, isActive: row.isActive === 1, matchedBy: 'barcode' }));
}

/**
 * Finds items by pack barcode. A pack barcode identifies its item, so the same barcode on another item would
 * be ambiguous.
 */
async function findByPackBarcode(db: Reader, query: Query): Promise<SimilarItem[]> {
  const codes = parseCodes(query);
  if (codes.length === 0) return [];
  const rows = await db
    .selectFrom('packagings')
    .innerJoin('items', 'items._id', 'packagings.itemId')
    .select(['items._id', 'itemCode', 'items.name', 'items.nameAlt', 'items.isActive', 'packagings.barcode'])
    .where('packagings.barcode', 'in', codes)
    .where('items._id', '!=', query.excludedItemId ?? '')
    .execute();
  return rows.map((row) => ({ ...row, isActive: row.isActive === 1, matchedBy: 'pack' }));
}
