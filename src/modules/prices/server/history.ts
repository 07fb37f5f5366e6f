import type { Selectable } from 'kysely';
import { getNewPriceStartDay, type PricedPack, findPriceOnDay } from '../price-history.ts';
import { toPriceMicro } from '#core/money.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { NewRow, PackPriceRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';

type StoredPrice = Selectable<PackPriceRow>;

type Row = Readonly<Record<string, unknown>>;

/** A pack before and after a change; `before` is null for a new one. */
interface PackChange {
  before: Row | null;
  after: Row & { _id: string };
}

/** Source document of a price that wasn't entered manually. */
interface PriceDocument {
  docType: 'import';
  docId: string;
}

/** Maximum number of packs per statement. */
const chunkSize = 500;

/** Records the list prices of new or changed packs in the same transaction. */
export async function recordListPrices(
  tx: Tx,
  changes: readonly PackChange[],
  now: Date,
  document: PriceDocument | null = null,
): Promise<void> {
  const hasPriceChange = ({ before, after }: PackChange) =>
    ['supplierId', 'price', 'priceDate'].some((name) => (before?.[name] ?? null) !== (after[name] ?? null));
  const changedPacks = changes.filter(hasPriceChange);
  if (changedPacks.length === 0) return;
  const today = await getLatestCommonDay(tx, now);
  const rows: NewRow<'packPrices'>[] = [];
  for await (const { before, after } of withEventLoopYields(changedPacks)) {
    const pack = toPricedPack(after);
    const validFrom = getNewPriceStartDay(before && toPricedPack(before), pack, today);
    if (validFrom === null) continue;
    rows.push({
      packagingId: after._id,
      supplierId: pack.supplierId,
      priceMicro: pack.price === null ? null : toPriceMicro(pack.price),
      validFrom,
      source: 'list' as const,
      docType: document?.docType ?? null,
      docId: document?.docId ?? null,
      createdAt: now.toISOString(),
    });
  }
  for (const chunk of chunks(rows, chunkSize)) await insertRows(tx, 'packPrices', chunk);
}

const toPricedPack = (row: Row): PricedPack => ({
  supplierId: (row['supplierId'] ?? null) as string | null,
  price: (row['price'] ?? null) as number | null,
  priceDate: (row['priceDate'] ?? null) as string | null,
});

/** Removes the prices recorded by a document. */
export async function removeDocumentPrices(tx: Tx, docId: string, packs: readonly string[]): Promise<void> {
  for (const chunk of chunks(packs, chunkSize))
    await tx.deleteFrom('packPrices').where('docId', '=', docId).where('packagingId', 'in', chunk).execute();
}

/** Removes one price that a document recorded for a pack, but not its other prices. */
export async function removeDocumentPrice(
  tx: Tx,
  docId: string,
  pack: string,
  priceMicro: number,
): Promise<void> {
  await tx
    .deleteFrom('packPrices')
    .where('docId', '=', docId)
    .where('packagingId', '=', pack)
    .where('priceMicro', '=', priceMicro)
    .execute();
}

/** Lists all prices of a pack in order of entry. */
export const listPackPrices = (db: Queryable, pack: string): Promise<StoredPrice[]> =>
  db.selectFrom('packPrices').selectAll().where('packagingId', '=', pack).orderBy('seq').execute();

/**
 * Loads packs' prices valid on a day (YYYY-MM-DD), by pack; packs without a price are omitted. All code that
 * needs prices as of a day uses this function.
 */
export async function loadPricesOn(
  db: Queryable,
  packs: readonly string[],
  day: string,
): Promise<Map<string, StoredPrice>> {
  const prices: StoredPrice[] = [];
  for (const chunk of chunks(packs, chunkSize))
    prices.push(
      ...(await db
        .selectFrom('packPrices')
        .selectAll()
        .where('packagingId', 'in', chunk)
        .where('validFrom', '<=', day)
        .execute()),
    );
  const latestPrices = new Map<string, StoredPrice>();
  for (const [pack, rows] of Map.groupBy(prices, ({ packagingId }) => packagingId)) {
    const price = findPriceOnDay(rows, day);
    if (price && price.priceMicro !== null) latestPrices.set(pack, price);
  }
  return latestPrices;
}
