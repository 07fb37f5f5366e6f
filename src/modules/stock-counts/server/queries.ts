import type { CountLinesQueryParams } from '../input.ts';
import type { UnlistedItem, CountEntry, CountMove } from '../shapes.ts';
import type { CountLine } from '../shapes.ts';
import { compareWithBook } from '../variance.ts';
import { unnamedLot } from '#modules/lots/lot-rules.ts';
import type { Actor } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import { foldText } from '#core/text.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { notFound } from '#platform/server/http/problems.ts';
import { isCountHiddenFrom } from './hidden.ts';
import { compareLines } from './compare.ts';
import { presentCountLines, loadCountLines } from './lines.ts';
import { type CountHeader, type StoredCountLine, countStore, parseIds } from './rows.ts';
import { loadCountableItems, loadLotsToCount } from './start.ts';

/** Lists a page of a count's lines in section order, with the total. */
export async function listCountLines(
  db: Queryable,
  actor: Actor,
  id: string,
  query: CountLinesQueryParams,
): Promise<{ items: CountLine[]; total: number }> {
  const { header } = await countStore.read(db, actor, id);
  const isHidden = await isCountHiddenFrom(db, actor, header);
  const search = query.q ? foldText(query.q) : null;
  const rows = (await loadCountLines(db, id)).filter(
    (line) =>
      (query.section === undefined || (line.section ?? '') === query.section) &&
      (query.after === undefined || line.lastEntrySeq > query.after) &&
      (query.state !== 'counted' || line.countedQtyMicro !== null) &&
      (query.state !== 'uncounted' || line.countedQtyMicro === null) &&
      (query.state !== 'recount' || line.isMarkedForRecount === 1) &&
      (search === null ||
        [line.itemName, line.itemNameAlt ?? '', line.itemCode].some((text) =>
          foldText(text).includes(search),
        )),
  );
  const from = (query.page - 1) * query.limit;
  if (query.state !== 'differs' && query.state !== 'questions')
    return {
      items: await presentCountLines(db, header, rows.slice(from, from + query.limit), isHidden),
      total: rows.length,
    };
  const presentedLines = await presentCountLines(db, header, rows, isHidden);
  const matchingLines = presentedLines.filter(({ varianceQty, variancePieces, questions }) =>
    query.state === 'questions'
      ? questions.length > 0
      : (varianceQty ?? 0) !== 0 || (variancePieces ?? 0) !== 0,
  );
  return { items: matchingLines.slice(from, from + query.limit), total: matchingLines.length };
}

async function loadCountLine(
  db: Queryable,
  actor: Actor,
  id: string,
  lineId: string,
): Promise<{ header: CountHeader; line: StoredCountLine }> {
  const { header } = await countStore.read(db, actor, id);
  const line = await db
    .selectFrom('stockCountLines')
    .selectAll()
    .where('lineId', '=', lineId)
    .where('countId', '=', id)
    .executeTakeFirst();
  if (!line) throw notFound();
  return { header, line };
}

/** Lists the entries of a line, oldest first. */
export async function listLineEntries(
  db: Queryable,
  actor: Actor,
  id: string,
  lineId: string,
): Promise<CountEntry[]> {
  const { header, line } = await loadCountLine(db, actor, id, lineId);
  const isHidden = await isCountHiddenFrom(db, actor, header);
  const rows = await db
    .selectFrom('stockCountEntries')
    .selectAll()
    .where('lineId', '=', lineId)
    .where('round', '>=', isHidden ? line.round : 0)
    .orderBy('seq')
    .execute();
  return rows.map(({ seq, round, mode, qtyMicro, parts, pieces, by, byName, device, at, receivedAt }) => ({
    seq,
    round,
    mode,
    qty: qtyMicro === null ? null : fromMicro(qtyMicro),
    parts: JSON.parse(parts) as CountEntry['parts'],
    pieces,
    by,
    byName,
    device,
    at,
    receivedAt,
  }));
}

/**
 * Lists the movements of a line's goods since it was counted, with their documents; empty for users who count
 * blind.
 */
export async function listLineMoves(
  db: Queryable,
  actor: Actor,
  id: string,
  lineId: string,
): Promise<CountMove[]> {
  const { header, line } = await loadCountLine(db, actor, id, lineId);
  if (await isCountHiddenFrom(db, actor, header)) return [];
  const [comparedLine] = await compareLines(db, header, [line]);
  const { bookSeq, countedAt } = line;
  if (!comparedLine || bookSeq === null || countedAt === null) return [];
  const fromSeq = line.fromSeq ?? bookSeq;
  // A late movement is shown as late even after it is answered.
  const position = { bookSeq, fromSeq, countedAt, lateMovementAnswer: null, answeredSeq: null };
  const lateSeqs = new Set(
    compareWithBook(0, comparedLine.moves, position).unansweredMoves.map(({ seq }) => seq),
  );
  return comparedLine.moves.map(
    ({ seq, effectiveAt, postedAt, kind, qtyMicro, docType, docId, docNo }): CountMove => ({
      seq,
      effectiveAt,
      postedAt,
      kind,
      qty: fromMicro(qtyMicro),
      docType,
      docId,
      docNo,
      isLate: lateSeqs.has(seq),
    }),
  );
}

/**
 * Lists items and lots at the location that belong to the count but have no line because they arrived after
 * it started. For spot and cycle counts, lists only additional lots of their items.
 */
export async function listUnlistedItems(db: Queryable, actor: Actor, id: string): Promise<UnlistedItem[]> {
  const { header } = await countStore.read(db, actor, id);
  const lines = await loadCountLines(db, id);
  const lineKeys = new Set(lines.map(({ itemId, lot }) => `${itemId} ${lot}`));
  const itemIds = [...new Set(lines.map(({ itemId }) => itemId))];
  const isLimitedToItems =
    header.type === 'spot' || header.type === 'cycle' || parseIds(header.itemIds).length > 0;
  const items = (
    await loadCountableItems(
      db,
      header.branch,
      isLimitedToItems ? { itemIds } : { sections: parseIds(header.sections) },
    )
  ).filter(({ onHandMicro }) => (onHandMicro ?? 0) !== 0);
  const lots = await loadLotsToCount(
    db,
    header.branch,
    items.map(({ itemId }) => itemId),
  );
  return items.flatMap(({ itemId, itemCode, itemName, itemNameAlt, section }) => {
    const itemLots = lots.get(itemId);
    const lineLots = itemLots && itemLots.length > 0 ? itemLots : [{ lot: unnamedLot, expiry: null }];
    return lineLots
      .filter(({ lot }) => !lineKeys.has(`${itemId} ${lot}`))
      .map(({ lot, expiry }) => ({
        itemId,
        itemCode,
        itemName,
        itemNameAlt,
        lot: lot === unnamedLot ? null : lot,
        expiry,
        section,
      }));
  });
}
