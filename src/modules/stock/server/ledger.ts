import { refusal } from '#core/refusals/refusal.ts';
import { computeAverageE4, computeValue, addPercent } from '#core/money.ts';
import { divideHalfEven, toExactOrNull, toSafeNumber } from '#core/quantity.ts';
import { applyIn, applyOut, applyValue } from '../balance.ts';
import { isPiecesKind } from '#core/move-kinds.ts';
import { isVirtualLocation } from '../ledger-locations.ts';
import type { Posting, ChargedValue } from '../postings.ts';
import { computeRoundingDifferenceMicro } from '#core/stock-rounding.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { NewRow } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { invalid } from '#platform/server/http/problems.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { type BalanceBook, type BalanceEntry, openBalanceBook, saveBalanceBook } from './balance-book.ts';
import { periodClosedProblem, lockPeriodForPosting } from './accounting-period.ts';
import { addToDailyTotals } from './daily-totals.ts';
import { afterPosting } from './after-posting.ts';
import { recordLateDemandChanges } from './demand-changes.ts';
import { type LotBook, type LotRecord, openLotBook } from './lot-book.ts';
import { type CorrectRounding, type LotMove, selectPostingLots, applyLotMove } from './lot-postings.ts';
import {
  type LinePick,
  type PickedLot,
  reservePickedLots,
  releaseLotReservations,
} from './lot-reservations.ts';
import { propagateRecalls } from './recall-scope.ts';
import { insufficientStock, loadShortageItem, quantityField } from './insufficient-stock.ts';
import { redactShortage } from './redact-shortage.ts';
import { assignPieces } from './pieces.ts';
import { countRoundedLines, buildRoundingMove } from './rounding.ts';
import { buildDifferenceMove, buildRevaluationMove, type ValueDifference } from './value-moves.ts';
import {
  allocateBackorders,
  type ReservationRequest,
  releaseReservations,
  loadReservedKeys,
  reviseReservations,
} from './reservations.ts';

/**
 * One change of stock: postings, reservations to release, and reservations requested for an accepted order.
 */
export interface StockChange {
  postings?: readonly Posting[];
  /** The order whose reservations are released. */
  release?: string;
  requests?: readonly ReservationRequest[];
  /**
   * Changed requests of accepted lines. Stock that they free isn't allocated to backorders, because the
   * change was a user's decision.
   */
  revisions?: readonly ReservationRequest[];
  /** Lots picked for accepted lines. */
  picks?: readonly LinePick[];
  /** Balances that a later change in the same transaction affects; locked together with these. */
  laterBalances?: readonly { itemId: string; placeId: string }[];
}

/** The result of a posting: value (ten-thousandths) and moved lots; no lots for untracked items. */
export interface PostingResult {
  valueE4: number;
  /** Revaluation of the destination balance, if it was negative at a different cost. */
  revaluationE4: number;
  /** Cost at the source; equal to the value unless the posting has a price. */
  costE4: number;
  lots: readonly PickedLot[];
}

/** Results of a change, in the order of its postings and picks. */
export interface StockChangeResult {
  posted: PostingResult[];
  picked: PickedLot[][];
}

export interface PostingContext {
  userId: string;
  /** Posting time. */
  now: string;
  /** Effective time, if earlier. */
  effectiveAt?: string;
  /** Incremented by each reversal of the document, so that its lines can be posted again. */
  cycle?: number;
  /** The document number, if there is one. */
  docNo?: string;
  /** Emits events of stock counts that have new questions because of the change. */
  emit?: (event: AppEvent) => void;
}

type Move = NewRow<'stockMoves'>;

/** A value-only move that corrects another move: one per kind, with the total of all parts of that move. */
interface Correction {
  valueE4: number;
  toMove: (valueE4: number) => Move;
}

/**
 * Posts a stock change; the only way in which stock changes. In the caller's transaction it locks the
 * balances in sorted order, releases reservations, posts moves at cost or at a charged value (lot by lot for
 * tracked items), stores reservations and picks, and allocates freed stock of a kitchen to backorders.
 *
 * @throws ApiProblem 409 INSUFFICIENT_STOCK with item, place, required and available quantity; LOT_ON_HOLD
 * and LOT_EXPIRED with the lot; 422 BOOKS_CLOSED for an effective day in a closed period.
 */
export async function postStockChange(
  tx: Tx,
  change: StockChange,
  context: PostingContext,
): Promise<StockChangeResult> {
  try {
    return await applyStockChange(tx, change, context);
  } catch (error) {
    throw await redactShortage(tx, context.userId, error);
  }
}

async function applyStockChange(
  tx: Tx,
  change: StockChange,
  context: PostingContext,
): Promise<StockChangeResult> {
  const { postings = [], requests = [], revisions = [], picks = [], laterBalances = [], release } = change;
  const closedUntil = postings.length > 0 ? await lockPeriodForPosting(tx) : null;
  const reservedBefore = release === undefined ? [] : await loadReservedKeys(tx, release);
  const balanceKeys = postings.flatMap(({ itemId, fromPlace, toPlace }) => [
    { itemId, placeId: fromPlace },
    { itemId, placeId: toPlace },
  ]);
  const book = await openBalanceBook(tx, [
    ...balanceKeys,
    ...requests,
    ...revisions,
    ...picks,
    ...reservedBefore,
    ...laterBalances,
  ]);
  const references = [
    ...postings.filter(({ lot, lotId }) => lot !== '' || lotId),
    ...postings.flatMap(({ itemId, toLot }) => (toLot === undefined ? [] : [{ itemId, lot: toLot }])),
    ...picks.flatMap(({ itemId, lots }) => lots.map(({ lot }) => ({ itemId, lot }))),
  ];
  // A reservation has no lot until it is picked.
  const movesLots = postings.length + picks.length + reservedBefore.length > 0;
  const lots = movesLots ? await openLotBook(tx, book, references, context.now) : null;
  const freeBefore = new Map(book.entries().map((entry) => [entry, getFreeMicro(entry)]));
  if (release !== undefined && reservedBefore.length > 0) {
    await releaseReservations(tx, book, release);
    if (lots) await releaseLotReservations(tx, lots, release);
  }
  const moves = new Map<string, Move>();
  const corrections = new Map<string, Correction>();
  const posted: PostingResult[] = [];
  const rounding = createRoundingCorrection(tx, book, moves);
  for (const posting of postings) {
    const at = posting.effectiveAt ?? context.effectiveAt ?? context.now;
    const days = getBusinessDays(book, posting, at);
    const correct = rounding.forPosting(posting, { ...context, at, businessDay: days.businessDay }, lots);
    const isByLot = (posting.qtyMicro > 0 || isPiecesKind(posting)) && lots?.item(posting.itemId);
    const parts =
      isByLot && lots ? await splitByLot(tx, book, lots, posting, context, { ...days, correct }) : null;
    if (!parts) await correct(null, posting.qtyMicro);
    let [totalE4, totalCostE4, revaluedE4] = [0, 0, 0];
    for (const { part, lotMove } of parts ?? [{ part: posting, lotMove: null }]) {
      const result = toExactOrNull(() => applyPosting(book, part, context, { at, ...days }, lotMove));
      if (result === null) await throwInexactStock(tx, book, posting);
      else if (result === 'insufficient')
        await throwInsufficientStock(
          tx,
          book,
          book.entry(posting.fromPlace, posting.itemId),
          posting.qtyMicro,
        );
      else {
        totalE4 += result.move.valueE4;
        revaluedE4 += result.revaluationE4;
        totalCostE4 += result.costE4;
        if (lots && lotMove) applyLotMove(lots, posting, lotMove);
        const key = addMove(moves, result.move);
        const correctValue = (name: string, valueE4: number, toMove: Correction['toMove']) =>
          corrections.set(`${key}|${name}`, {
            toMove,
            valueE4: (corrections.get(`${key}|${name}`)?.valueE4 ?? 0) + valueE4,
          });
        correctValue('revaluation', result.revaluationE4, (valueE4) =>
          buildRevaluationMove(result.move, valueE4),
        );
        for (const difference of result.differences)
          correctValue(`${difference.kind} ${difference.end}`, difference.valueE4, (valueE4) =>
            buildDifferenceMove(result.move, { ...difference, valueE4 }),
          );
      }
    }
    posted.push({
      valueE4: totalE4,
      costE4: totalCostE4,
      revaluationE4: revaluedE4,
      lots: (parts ?? []).map(({ lotMove: { lot, qtyMicro } }) => ({
        lot: lot.code,
        expiry: lot.expiry,
        qtyMicro,
      })),
    });
  }
  if (closedUntil !== null) for (const move of moves.values()) assertOpenPeriod(book, move, closedUntil);
  await assignPieces(
    tx,
    book,
    [...moves.values()].filter(
      (move) => move.kind !== 'rounding' && (move.qtyMicro > 0 || isPiecesKind(move)),
    ),
    postings,
  );
  const valueCorrections = [...corrections.values()].filter(({ valueE4 }) => valueE4 !== 0);
  const allMoves = [...moves.values(), ...valueCorrections.map(({ toMove, valueE4 }) => toMove(valueE4))];
  await insertRows(tx, 'stockMoves', allMoves);
  await addToDailyTotals(tx, allMoves);
  await recordLateDemandChanges(tx, allMoves, book, context.now);
  const picked = await reservePickedLots(tx, book, lots, picks);
  const increasedEntries = book
    .entries()
    .filter(
      (entry) =>
        book.place(entry.placeId).reservesForOrders && getFreeMicro(entry) > (freeBefore.get(entry) ?? 0),
    );
  await allocateBackorders(tx, book, increasedEntries, requests);
  await reviseReservations(tx, book, revisions);
  await saveBalanceBook(tx, book);
  await lots?.save();
  if (lots)
    await propagateRecalls(tx, [...moves.values()], (lotId) => lots.byId(lotId)?.isHeld ?? false, context);
  const documentIds = new Set(postings.map(({ docId }) => docId));
  for (const update of afterPosting)
    await update(tx, { balances: book.entries(), documentIds, emit: context.emit });
  return { posted, picked };
}

/**
 * Splits a posting of a lot-tracked item into one posting per lot.
 *
 * @throws ApiProblem as `selectPostingLots` does, and 409 INSUFFICIENT_STOCK if the place has too little
 *   stock of all lots together
 */
async function splitByLot(
  tx: Tx,
  book: BalanceBook,
  lots: LotBook,
  posting: Posting,
  { docNo }: PostingContext,
  { correct, ...days }: { businessDay: string; arrivalDay: string; correct: CorrectRounding },
): Promise<{ part: Posting; lotMove: LotMove }[]> {
  const { fromPlace, itemId, qtyMicro } = posting;
  if (!isVirtualLocation(fromPlace)) {
    if (isShort(book, posting) && !(await correct.covers(qtyMicro)))
      await throwInsufficientStock(tx, book, book.entry(fromPlace, itemId), qtyMicro);
  }
  const context = { day: days.businessDay, arrivalDay: days.arrivalDay, docNo: docNo ?? null, correct };
  const lotMoves = await selectPostingLots(lots, book, posting, context);
  const getPriceShare = splitPrice(posting);
  return lotMoves.map((lotMove) => ({
    part: {
      ...posting,
      ...getPriceShare(lotMove.qtyMicro),
      lot: posting.reversesSeq === undefined ? lotMove.lot.code : posting.lot,
      qtyMicro: lotMove.qtyMicro,
    },
    lotMove,
  }));
}

/** Splits the price of a posting over its parts in order; the parts add up exactly. */
function splitPrice({ priced, qtyMicro }: Posting): (partMicro: number) => Pick<Posting, 'priced'> {
  if (!priced || !('valueE4' in priced)) return () => ({});
  const { kind, valueE4 } = priced;
  let upToMicro = 0;
  const cumulativeE4 = () =>
    toSafeNumber(divideHalfEven(BigInt(valueE4) * BigInt(upToMicro), BigInt(qtyMicro)));
  return (partMicro) => {
    const beforeE4 = cumulativeE4();
    upToMicro += partMicro;
    return { priced: { kind, valueE4: cumulativeE4() - beforeE4 } };
  };
}

/**
 * Adds a move; moves of the same line, kind and lot are merged, because a line posts each kind once per lot.
 * Returns the key.
 */
function addMove(moves: Map<string, Move>, move: Move): string {
  const { docType, docLineId, kind, lot, fromPlace, toPlace } = move;
  // Postings of untracked items are never merged; the ledger rejects duplicates.
  const key =
    move.lotId === null
      ? `${moves.size}`
      : [docType, docLineId, kind, lot, fromPlace, toPlace, move.toLotId].join('|');
  const existing = moves.get(key);
  if (!existing) {
    moves.set(key, move);
    return key;
  }
  existing.qtyMicro += move.qtyMicro;
  existing.valueE4 += move.valueE4;
  existing.unitCostE4 = computeAverageE4(existing.valueE4, existing.qtyMicro) ?? 0;
  return key;
}

/** A posting applied to the balances. */
interface AppliedPosting {
  move: Move;
  /** Cost of the goods in the source balance. */
  costE4: number;
  /** Revaluation of the destination balance, if it was negative at a different cost. */
  revaluationE4: number;
  differences: readonly ValueDifference[];
}

/**
 * Applies one posting to the balances. Goods leave at the average cost of their balance; if they move at a
 * different value (a reversal or a charged price), the difference is returned by kind.
 *
 * @throws QuantityError if a balance would be too large to calculate exactly
 */
function applyPosting(
  book: BalanceBook,
  posting: Posting,
  context: PostingContext,
  { at: effectiveAt, ...days }: { at: string; businessDay: string; arrivalDay: string },
  lotMove: LotMove | null,
): AppliedPosting | 'insufficient' {
  const { itemId, fromPlace, toPlace, qtyMicro, unitCostE4 = 0 } = posting;
  let valueE4 = posting.valueE4 ?? computeValue(qtyMicro, unitCostE4);
  let revaluationE4 = 0;
  let costE4 = valueE4;
  const differences: ValueDifference[] = [];
  if (isPiecesKind(posting)) valueE4 = 0;
  else if (qtyMicro === 0) {
    for (const [place, deltaE4] of [[fromPlace, -valueE4] as const, [toPlace, valueE4] as const])
      if (!isVirtualLocation(place)) {
        const entry = book.entry(place, itemId);
        Object.assign(entry, applyValue(entry, deltaE4), { isDirty: true });
      }
  } else if (!isVirtualLocation(fromPlace)) {
    if (isShort(book, posting)) return 'insufficient';
    const entry = book.entry(fromPlace, itemId);
    const issue = applyOut(entry, qtyMicro, posting.valueE4);
    Object.assign(entry, issue.balance, { isDirty: true });
    costE4 = issue.valueE4;
    valueE4 = posting.valueE4 ?? (posting.priced ? getChargedE4(posting.priced, costE4) : costE4);
    const kind = posting.priced?.kind ?? 'reversal_difference';
    differences.push({ kind, end: 'from', valueE4: valueE4 - costE4 });
  }
  if (qtyMicro > 0 && !isVirtualLocation(toPlace)) {
    const entry = book.entry(toPlace, itemId);
    // A reversal restores the cost; the amount charged on top is reversed by a separate move.
    const { difference } = posting;
    const receipt = applyIn(entry, qtyMicro, valueE4 - (difference?.valueE4 ?? 0));
    Object.assign(entry, receipt.balance, { isDirty: true });
    revaluationE4 = receipt.revaluationE4;
    if (difference) differences.push({ ...difference, end: 'to', valueE4: -difference.valueE4 });
  }
  const { kind, docType, docId, docLineId, lot, reason = null, reversesSeq = null } = posting;
  const move = {
    postedAt: context.now,
    effectiveAt,
    ...days,
    itemId,
    fromPlace,
    toPlace,
    qtyMicro,
    valueE4,
    unitCostE4: computeAverageE4(valueE4, qtyMicro) ?? 0,
    lot,
    docType,
    docId,
    docNo: context.docNo ?? null,
    docLineId,
    kind,
    cycle: context.cycle ?? 0,
    reason,
    userId: context.userId,
    reversesSeq,
    lotId: lotMove?.lot.lotId ?? null,
    toLotId: lotMove?.arrivesAs?.lotId ?? null,
    pieces: null,
  };
  return { move, costE4, revaluationE4, differences };
}

/** Returns the charged value of goods with this cost. */
function getChargedE4(priced: ChargedValue, costE4: number): number {
  return 'valueE4' in priced ? priced.valueE4 : addPercent(costE4, priced.percentMicro);
}

/** Returns the business days of a posting in the time zones of its two places; virtual places have none. */
function getBusinessDays(book: BalanceBook, { fromPlace, toPlace }: Posting, at: string) {
  const dayAt = (placeId: string) => (isVirtualLocation(placeId) ? null : book.dayAt(placeId, at));
  const [departureDay, arrivalDay] = [dayAt(fromPlace), dayAt(toPlace)];
  const businessDay = departureDay ?? arrivalDay ?? at.slice(0, 10);
  return { businessDay, arrivalDay: arrivalDay ?? businessDay };
}

function assertOpenPeriod(book: BalanceBook, move: Move, closedUntil: string): void {
  const { docType, fromPlace, toPlace, businessDay = '', arrivalDay = '' } = move;
  const getPlaceName = (placeId: string) => (isVirtualLocation(placeId) ? placeId : book.place(placeId).name);
  if (businessDay <= closedUntil)
    throw periodClosedProblem(
      docType,
      businessDay,
      closedUntil,
      getPlaceName(isVirtualLocation(fromPlace) ? toPlace : fromPlace),
    );
  if (arrivalDay <= closedUntil)
    throw periodClosedProblem(docType, arrivalDay, closedUntil, getPlaceName(toPlace));
}

async function throwInexactStock(tx: Tx, book: BalanceBook, posting: Posting): Promise<never> {
  const item = await tx
    .selectFrom('items')
    .select('name')
    .where('_id', '=', posting.itemId)
    .executeTakeFirst();
  const places = [posting.fromPlace, posting.toPlace].filter((place) => !isVirtualLocation(place));
  const placeNames = places.map((place) => book.place(place).name).join(' or ');
  throw invalid({
    [quantityField[posting.docType]?.(posting) ?? 'qty']: refusal('stock-too-large', {
      item: item?.name ?? 'Stock',
      place: placeNames,
    }),
  });
}

/**
 * Corrects the rounding of stock before a posting takes it; see `computeRoundingDifferenceMicro`. A difference
 * within the rounding of the lines is posted to the adjustment account, so that the posting takes exactly the
 * stock on hand and leaves no remainder above or below zero.
 */
function createRoundingCorrection(tx: Tx, book: BalanceBook, moves: Map<string, Move>) {
  const openingMicro = new Map(book.entries().map((entry) => [entry, entry.onHandMicro]));
  /** Lines before this change, by balance. */
  const linesBefore = new Map<BalanceEntry, number>();
  const countLines = async (entry: BalanceEntry) => {
    const { placeId, itemId } = entry;
    const onHandMicro = openingMicro.get(entry) ?? 0;
    const previousCount =
      linesBefore.get(entry) ?? (await countRoundedLines(tx, { placeId, itemId, onHandMicro }));
    linesBefore.set(entry, previousCount);
    const entryMoves = [...moves.values()].filter(
      (move) => move.itemId === itemId && (move.fromPlace === placeId || move.toPlace === placeId),
    );
    return previousCount + entryMoves.length;
  };
  return {
    forPosting(
      posting: Posting,
      { at, businessDay, ...context }: PostingContext & { at: string; businessDay: string },
      lots: LotBook | null,
    ): CorrectRounding {
      const { itemId, fromPlace, docType, docId, docLineId, kind } = posting;
      // A count posts the exact variance, and goods returned by the same change haven't been taken yet.
      const isExact =
        isVirtualLocation(fromPlace) ||
        posting.isReturnedByChange ||
        docType === 'stock_count' ||
        posting.qtyMicro === 0;
      const computeDifference = async (
        takenMicro: number,
        stock: { onHandMicro: number; reservedMicro: number },
      ) => {
        if (isExact) return 0;
        const entry = book.entry(fromPlace, itemId);
        const availableMicro =
          stock.onHandMicro - (book.place(fromPlace).blocksNegativeStock ? stock.reservedMicro : 0);
        if (computeRoundingDifferenceMicro(takenMicro, availableMicro, Number.POSITIVE_INFINITY) === 0)
          return 0;
        const differenceMicro = computeRoundingDifferenceMicro(
          takenMicro,
          availableMicro,
          await countLines(entry),
        );
        return differenceMicro < 0 && stock.reservedMicro !== 0 ? 0 : differenceMicro;
      };
      const correct = async (lot: LotRecord | null, takenMicro: number): Promise<boolean> => {
        if (isExact) return false;
        const entry = book.entry(fromPlace, itemId);
        const position = lot && lots ? lots.position(fromPlace, lot) : null;
        const differenceMicro = await computeDifference(takenMicro, position ?? entry);
        if (differenceMicro === 0 || entry.onHandMicro + differenceMicro <= 0) return false;
        const freeAfterMicro = getFreeMicro(entry) + differenceMicro;
        if (differenceMicro < 0 && book.place(fromPlace).blocksNegativeStock && freeAfterMicro < takenMicro)
          return false;
        // Posted without value, because the posting that takes all the stock also takes its whole value.
        const { balance } =
          differenceMicro > 0 ? applyIn(entry, differenceMicro, 0) : applyOut(entry, -differenceMicro, 0);
        Object.assign(entry, balance, { isDirty: true });
        if (position)
          Object.assign(position, { onHandMicro: position.onHandMicro + differenceMicro, isDirty: true });
        const takenMove = {
          postedAt: context.now,
          effectiveAt: at,
          businessDay,
          itemId,
          fromPlace,
          lot: lot && posting.reversesSeq === undefined ? lot.code : posting.lot,
          docType,
          docId,
          docNo: context.docNo ?? null,
          docLineId,
          kind,
          cycle: context.cycle ?? 0,
          userId: context.userId,
          lotId: lot?.lotId ?? null,
        };
        addMove(moves, buildRoundingMove(takenMove, differenceMicro));
        return true;
      };
      return Object.assign(correct, {
        covers: async (takenMicro: number) =>
          !isExact && (await computeDifference(takenMicro, book.entry(fromPlace, itemId))) > 0,
      });
    },
  };
}

/** Returns the quantity on hand less the reserved quantity. */
function getFreeMicro(entry: BalanceEntry): number {
  return entry.onHandMicro - entry.reservedMicro;
}

/**
 * Returns whether the location has too little stock for a posting. A location that blocks negative stock
 * issues only unreserved goods; a reversal takes only goods that are still on hand.
 */
function isShort(
  book: BalanceBook,
  { fromPlace, itemId, qtyMicro, isReturnedByChange, reversesSeq }: Posting,
): boolean {
  if (isReturnedByChange) return false;
  const entry = book.entry(fromPlace, itemId);
  return (
    (book.place(fromPlace).blocksNegativeStock && qtyMicro > getFreeMicro(entry)) ||
    (reversesSeq !== undefined && qtyMicro > entry.onHandMicro)
  );
}

async function throwInsufficientStock(
  tx: Tx,
  book: BalanceBook,
  entry: BalanceEntry,
  neededMicro: number,
): Promise<never> {
  throw insufficientStock({
    place: book.place(entry.placeId),
    itemId: entry.itemId,
    item: await loadShortageItem(tx, entry.itemId),
    neededMicro,
    availableMicro: getFreeMicro(entry),
  });
}
