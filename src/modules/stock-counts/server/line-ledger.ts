import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { unnamedLot } from '#modules/lots/lot-rules.ts';
import type { LineMove } from '../variance.ts';
import type { Balance } from '#modules/stock/balance.ts';
import { emptyBalance } from '#modules/stock/balance.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { isAnyFranchise } from '#platform/server/db/franchises.ts';
import type { StoredCountLine } from './rows.ts';

/** A move of a line's goods, with its document. */
export interface LedgerMove extends LineMove {
  postedAt: string;
  kind: string;
  /** Pieces of catch-weight items, with the sign of the quantity. */
  pieces: number;
  docType: string;
  docId: string;
  docNo: string | null;
}

/** Ledger state of one line. */
export interface LineLedger {
  /** On hand of the line's lot for items tracked by lot, otherwise of the item. */
  onHandMicro: number;
  /** Reserved quantity of the line. */
  reservedMicro: number;
  /** 0 for items that are not catch weight. */
  pieces: number;
  /** Balance of the item at the location, across all lots. */
  balance: Balance;
  itemReservedMicro: number;
  /** Moves after a ledger position, oldest first. */
  movesAfter(seq: number): LedgerMove[];
  lastReceiptE4: number | null;
  standardMicro: number | null;
}

export type LedgerByLine = (line: StoredCountLine) => LineLedger;

/** Above this number of items, movements are selected by location only. */
const maxItemIds = 300;

interface ItemMove extends LedgerMove {
  itemId: string;
  lot: string;
}

/**
 * Loads the ledger state of a location's lines in a fixed number of queries, with only the movements since
 * these lines were counted.
 */
export async function loadLineLedgers(
  db: Queryable,
  place: string,
  lines: readonly StoredCountLine[],
): Promise<LedgerByLine> {
  const itemIds = [...new Set(lines.map(({ itemId }) => itemId))];
  if (itemIds.length === 0) return () => emptyLedger;
  const balances = await db
    .selectFrom('balances')
    .selectAll()
    .where('placeId', '=', place)
    .where('itemId', 'in', itemIds)
    .execute();
  const balanceByItem = new Map(balances.map((row) => [row.itemId, row]));
  const lotItemIds = [
    ...new Set(lines.filter((line) => line.isTrackedByLot === 1).map(({ itemId }) => itemId)),
  ];
  const lotBalances = lotItemIds.length === 0 ? [] : await loadLotBalances(db, place, lotItemIds);
  const lotBalancesByItem = Map.groupBy(lotBalances, ({ itemId }) => itemId);
  const piecesByLot = await loadPiecesByLot(db, place, lines);
  const moves = Map.groupBy(await loadMovesAfter(db, place, lines, itemIds), ({ itemId }) => itemId);
  const costs = await loadFallbackCosts(
    db,
    place,
    itemIds.filter((id) => !hasAverage(balanceByItem.get(id))),
  );
  return (line) => {
    const balance = balanceByItem.get(line.itemId);
    const itemMoves = moves.get(line.itemId) ?? [];
    const lots = lotBalancesByItem.get(line.itemId);
    const onHandMicro = balance?.onHandMicro ?? 0;
    const lotBalance = lots?.find(({ code }) => code === line.lot);
    // Before the first posting by lot, all stock of the item belongs to the lot without a code.
    const isByLot = line.isTrackedByLot === 1 && lots !== undefined;
    const isOtherLot = line.isTrackedByLot === 1 && !isByLot && line.lot !== unnamedLot;
    return {
      onHandMicro: isByLot ? (lotBalance?.onHandMicro ?? 0) : isOtherLot ? 0 : onHandMicro,
      reservedMicro: isByLot ? (lotBalance?.reservedMicro ?? 0) : (balance?.reservedMicro ?? 0),
      pieces:
        line.isTrackedByLot === 1
          ? (piecesByLot.get(`${line.itemId} ${line.lot}`) ?? 0)
          : Number(balance?.pieces ?? 0),
      balance: balance ?? emptyBalance,
      itemReservedMicro: balance?.reservedMicro ?? 0,
      movesAfter: (seq) =>
        itemMoves.filter((move) => move.seq > seq && (line.isTrackedByLot === 0 || move.lot === line.lot)),
      lastReceiptE4: costs.get(line.itemId)?.lastReceiptE4 ?? null,
      standardMicro: costs.get(line.itemId)?.standardMicro ?? null,
    };
  };
}

const emptyLedger: LineLedger = {
  onHandMicro: 0,
  reservedMicro: 0,
  pieces: 0,
  balance: emptyBalance,
  itemReservedMicro: 0,
  movesAfter: () => [],
  lastReceiptE4: null,
  standardMicro: null,
};

const hasAverage = (balance: Balance | undefined): boolean =>
  balance !== undefined && ((balance.onHandMicro > 0 && balance.valueE4 > 0) || balance.lastCostE4 > 0);

const loadLotBalances = (db: Queryable, place: string, itemIds: readonly string[]) =>
  db
    .selectFrom('lotBalances')
    .innerJoin('lots', 'lots._id', 'lotBalances.lotId')
    .select(['lots.itemId', 'lots.code', 'lotBalances.onHandMicro', 'lotBalances.reservedMicro'])
    .where('lotBalances.placeId', '=', place)
    .where('lotBalances.itemId', 'in', itemIds)
    .execute();

/**
 * Loads the pieces per lot at a location from the ledger, by item and code, for lines with entered pieces,
 * because balances store pieces only per item.
 */
async function loadPiecesByLot(
  db: Queryable,
  place: string,
  lines: readonly StoredCountLine[],
): Promise<Map<string, number>> {
  const withPieces = lines.filter(({ isTrackedByLot, pieces }) => isTrackedByLot === 1 && pieces !== null);
  if (withPieces.length === 0) return new Map();
  const itemIds = [...new Set(withPieces.map(({ itemId }) => itemId))];
  const isIncoming = sql`m.${sql.ref('toPlace')} = ${place}`;
  const { rows } = await sql<{ itemId: string; lot: string; pieces: number }>`
    select ${sql.ref('itemId')}, lot, cast(sum(pieces) as bigint) as pieces from (
      select m.${sql.ref('itemId')},
        coalesce(case when ${isIncoming} then coalesce(t.code, l.code) else l.code end, ${unnamedLot}) as lot,
        case when ${isIncoming} then m.pieces else -m.pieces end as pieces
      from ${sql.table('stockMoves')} as m
      left join lots as l on l.${sql.ref('_id')} = m.${sql.ref('lotId')}
      left join lots as t on t.${sql.ref('_id')} = m.${sql.ref('toLotId')}
      where m.${sql.ref('itemId')} in (${sql.join(itemIds)}) and m.pieces is not null
        and (m.${sql.ref('fromPlace')} = ${place} or ${isIncoming})
    ) as sides group by ${sql.ref('itemId')}, lot`.execute(db);
  return new Map(rows.map(({ itemId, lot, pieces }) => [`${itemId} ${lot}`, Number(pieces)]));
}

/** Loads signed movements of these items at a location after the earliest ledger position of a line. */
async function loadMovesAfter(
  db: Queryable,
  place: string,
  lines: readonly StoredCountLine[],
  itemIds: readonly string[],
): Promise<ItemMove[]> {
  const positions = lines.flatMap(({ bookSeq, fromSeq }) => (bookSeq === null ? [] : [fromSeq ?? bookSeq]));
  if (positions.length === 0) return [];
  const conditions: RawBuilder<SqlBool>[] = [
    sql`m.seq > ${Math.min(...positions)}`,
    sql`(m.${sql.ref('fromPlace')} = ${place} or m.${sql.ref('toPlace')} = ${place})`,
    sql`(m.${sql.ref('qtyMicro')} > 0 or m.pieces is not null)`,
  ];
  if (itemIds.length <= maxItemIds) conditions.push(sql`m.${sql.ref('itemId')} in (${sql.join(itemIds)})`);
  const { rows } = await sql<
    Omit<ItemMove, 'lot' | 'pieces' | 'reversesSeq'> & {
      pieces: number | null;
      fromPlace: string;
      toPlace: string;
      sourceLot: string | null;
      targetLot: string | null;
      reversesSeq: number | null;
    }
  >`select m.seq, m.${sql.ref('effectiveAt')}, m.${sql.ref('postedAt')}, m.kind, m.${sql.ref('qtyMicro')}, m.pieces,
      m.${sql.ref('itemId')}, m.${sql.ref('fromPlace')}, m.${sql.ref('toPlace')}, m.${sql.ref('docType')},
      m.${sql.ref('docId')}, m.${sql.ref('docNo')}, m.${sql.ref('reversesSeq')},
      l.code as ${sql.ref('sourceLot')}, t.code as ${sql.ref('targetLot')}
    from ${sql.table('stockMoves')} as m
    left join lots as l on l.${sql.ref('_id')} = m.${sql.ref('lotId')}
    left join lots as t on t.${sql.ref('_id')} = m.${sql.ref('toLotId')}
    where ${sql.join(conditions, sql` and `)} order by m.seq`.execute(db);
  return rows.map(({ fromPlace, toPlace, sourceLot, targetLot, pieces, ...move }) => {
    const isIncoming = toPlace === place;
    const lot = (isIncoming ? (targetLot ?? sourceLot) : sourceLot) ?? unnamedLot;
    const sign = isIncoming ? 1 : -1;
    return { ...move, lot, qtyMicro: sign * move.qtyMicro, pieces: sign * Number(pieces ?? 0) };
  });
}

/**
 * Loads fallback costs of items without an average: last receipt cost and standard cost. At a franchise
 * branch only its own receipts count, because other costs are hidden there (T7).
 */
async function loadFallbackCosts(db: Queryable, place: string, itemIds: readonly string[]) {
  const costs = new Map<string, { lastReceiptE4: number | null; standardMicro: number | null }>();
  if (itemIds.length === 0) return costs;
  const items = await db
    .selectFrom('items')
    .select(['_id', 'standardCostMicro'])
    .where('_id', 'in', itemIds)
    .execute();
  const isFranchise = await isAnyFranchise(db, [place]);
  const newestSeqs = db
    .selectFrom('stockMoves')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('itemId', 'in', itemIds)
    .where('kind', 'in', ['receipt', 'opening', 'receive'])
    .where('unitCostE4', '>', 0)
    .$if(isFranchise, (query) => query.where('toPlace', '=', place))
    .groupBy('itemId');
  const receipts = await db
    .selectFrom('stockMoves')
    .select(['itemId', 'unitCostE4'])
    .where('seq', 'in', newestSeqs)
    .execute();
  const receiptCosts = new Map(receipts.map(({ itemId, unitCostE4 }) => [itemId, unitCostE4]));
  for (const { _id, standardCostMicro } of items)
    costs.set(_id, { lastReceiptE4: receiptCosts.get(_id) ?? null, standardMicro: standardCostMicro });
  return costs;
}
