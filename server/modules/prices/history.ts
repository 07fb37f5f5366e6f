import type { Selectable } from 'kysely';
import { newPriceStartDay, type PricedPack, priceOnDay } from '#domain/costing/price-history.ts';
import { toPriceMicro } from '#domain/money.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';
import { insertRows } from '../../db/statements.ts';
import type { PackPriceRow } from '../../db/tables.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import { latestCommonDay } from '../stock/accounting-period.ts';

type StoredPrice = Selectable<PackPriceRow>;

type Row = Readonly<Record<string, unknown>>;

/** A pack as it was and as it is; `before` is null where it is made. */
interface PackChange {
  before: Row | null;
  after: Row & { _id: string };
}

/** What a price came with, where somebody did not enter it by hand. */
interface PriceDocument {
  docType: 'import';
  docId: string;
}

/** Packs that are asked about in one statement. */
const chunkSize = 500;

/** Enters the list prices of packs that were made or changed, in the transaction that does so. */
export async function recordListPrices(
  tx: Tx,
  changes: readonly PackChange[],
  now: Date,
  document: PriceDocument | null = null,
): Promise<void> {
  const differs = ({ before, after }: PackChange) =>
    ['supplierId', 'price', 'priceDate'].some((name) => (before?.[name] ?? null) !== (after[name] ?? null));
  const asking = changes.filter(differs);
  if (asking.length === 0) return;
  const today = await latestCommonDay(tx, now);
  const rows: object[] = [];
  for await (const { before, after } of withEventLoopYields(asking)) {
    const pack = priced(after);
    const validFrom = newPriceStartDay(before && priced(before), pack, today);
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
  for (const some of chunks(rows, chunkSize)) await insertRows(tx, 'packPrices', some);
}

const priced = (row: Row): PricedPack => ({
  supplierId: (row['supplierId'] ?? null) as string | null,
  price: (row['price'] ?? null) as number | null,
  priceDate: (row['priceDate'] ?? null) as string | null,
});

/** Takes back the prices that came with an import. */
export async function removeDocumentPrices(
  tx: Tx,
  importId: string,
  packs: readonly string[],
): Promise<void> {
  for (const some of chunks(packs, chunkSize))
    await tx
      .deleteFrom('packPrices')
      .where('docId', '=', importId)
      .where('packagingId', 'in', some)
      .execute();
}

/** Takes back one price of a pack that came with a document: others that came with it stand. */
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

/** Every price of a pack, in the order in which they were entered. */
export const listPackPrices = (db: Queryable, pack: string): Promise<StoredPrice[]> =>
  db.selectFrom('packPrices').selectAll().where('packagingId', '=', pack).orderBy('seq').execute();

/**
 * The prices that packs have on a day (YYYY-MM-DD), by pack; packs that had none by then are left out. The one answer
 * to what something cost on a day.
 */
export async function loadPricesOn(
  db: Queryable,
  packs: readonly string[],
  day: string,
): Promise<Map<string, StoredPrice>> {
  const found: StoredPrice[] = [];
  for (const some of chunks(packs, chunkSize))
    found.push(
      ...(await db
        .selectFrom('packPrices')
        .selectAll()
        .where('packagingId', 'in', some)
        .where('validFrom', '<=', day)
        .execute()),
    );
  const held = new Map<string, StoredPrice>();
  for (const [pack, rows] of Map.groupBy(found, ({ packagingId }) => packagingId)) {
    const price = priceOnDay(rows, day);
    if (price && price.priceMicro !== null) held.set(pack, price);
  }
  return held;
}
