import { refusal } from '#core/refusals/refusal.ts';
import {
  compareByExpiry,
  expiryByShelfLife,
  getLotBlocker,
  type LotBlocker,
  type AvailableLot,
  needsLot,
  unnamedLot,
  proposeLots,
} from '#modules/lots/lot-rules.ts';
import { fromMicro } from '#core/quantity.ts';
import { isVirtualLocation } from '../ledger-locations.ts';
import type { Posting } from '../postings.ts';
import { type ApiProblem, invalid, problem } from '#platform/server/http/problems.ts';
import type { BalanceBook } from './balance-book.ts';
import { type LotRecord, type LotBook, type LotPosition, obtainUnnamedLot } from './lot-book.ts';
import { insufficientStock } from './insufficient-stock.ts';

/** Part of a posting that moves one lot. */
export interface LotMove {
  lot: LotRecord;
  qtyMicro: number;
  /** Set if the goods arrive as a different lot. */
  arrivesAs?: LotRecord;
}

/**
 * Corrects the rounding of a lot, or of the whole balance (null), before a quantity is taken from it; see
 * `createRoundingCorrection`. Returns whether a correction was posted.
 */
export interface CorrectRounding {
  (lot: LotRecord | null, takenMicro: number): Promise<boolean>;
  /** Whether the whole balance is short by no more than rounding. */
  covers(takenMicro: number): Promise<boolean>;
}

/** Context that determines the lots of a posting. */
export interface LotPostingContext {
  /** The business day at the sender. */
  day: string;
  /** The business day at the receiver. */
  arrivalDay: string;
  docNo: string | null;
  correct: CorrectRounding;
}

/** Kinds that ship or use goods, for which a lot must not be expired or on hold. */
const lotCheckedKinds: ReadonlySet<string> = new Set(['ship', 'transfer_out', 'consumption']);

/**
 * Kinds for which a lot is chosen at the sending place; all others use the lot chosen by an earlier move.
 */
const lotChoosingKinds: ReadonlySet<string> = new Set([
  ...lotCheckedKinds,
  'waste',
  'count_loss',
  'count_pieces',
  'opening_reversal',
  'return_out',
  'supplier_return',
]);

const isCountPosting = ({ docType }: Posting): boolean => docType === 'stock_count';

/**
 * Kinds that take stock by FEFO; all others take stock without a lot first, because they don't specify a lot.
 */
const fefoKinds: ReadonlySet<string> = new Set([...lotChoosingKinds, 'confirmed', 'confirmed_damaged']);

/** The lot field of a document, by type. */
const lotField: Readonly<Record<string, (posting: Posting) => string>> = {
  order: ({ docLineId }) => `items.${docLineId}.lots`,
  transfer: ({ docLineId }) => `items.${docLineId}.lots`,
  import: ({ docLineId }) => `items.${docLineId.slice(docLineId.lastIndexOf(':') + 1)}.lot`,
  discrepancy: () => 'action',
  stock_count: ({ docLineId }) => `items.${docLineId}.countedQty`,
  production_batch: ({ kind }) => (kind === 'production' ? 'produced' : 'consumed'),
};
const getLotField = (posting: Posting): string => lotField[posting.docType]?.(posting) ?? 'lot';

/**
 * Selects the lots of a posting of a tracked item. Goods from virtual locations enter with their own lot; an
 * entered lot is used; a reversal returns the original lot; everything else is taken by FEFO.
 *
 * @throws ApiProblem 409 LOT_ON_HOLD, LOT_EXPIRED or INSUFFICIENT_STOCK; 422 for an unknown lot, or one with
 *   a different expiry
 */
export async function selectPostingLots(
  lots: LotBook,
  book: BalanceBook,
  posting: Posting,
  context: LotPostingContext,
): Promise<LotMove[]> {
  const moves = await selectIssuedLots(lots, book, posting, context);
  const { toLot } = posting;
  if (toLot === undefined) return moves;
  const arrivesAs = await obtainReceivedLot(lots, { ...posting, lot: toLot }, context);
  return moves.map((move) => (move.lot === arrivesAs ? move : { ...move, arrivesAs }));
}

async function selectIssuedLots(
  lots: LotBook,
  book: BalanceBook,
  posting: Posting,
  context: LotPostingContext,
): Promise<LotMove[]> {
  const { itemId, qtyMicro, fromPlace } = posting;
  // Reversals and postings with a lot id move exactly that lot.
  if (posting.reversesSeq !== undefined || posting.lotId !== undefined) {
    const lot =
      (posting.lotId ? lots.byId(posting.lotId) : undefined) ?? (await obtainUnnamedLot(lots, itemId));
    if (!isVirtualLocation(fromPlace)) {
      await context.correct(lot, qtyMicro);
      assertLotAvailable(lots, book, posting, lot, qtyMicro);
    }
    return [{ lot, qtyMicro }];
  }
  if (isVirtualLocation(fromPlace))
    return [{ lot: await obtainReceivedLot(lots, posting, context), qtyMicro }];
  // A count posts to the lot it counted, which may be the stock without a lot.
  if (isCountPosting(posting) && posting.lot === unnamedLot) {
    const lot = await obtainUnnamedLot(lots, itemId);
    assertLotAvailable(lots, book, posting, lot, qtyMicro);
    return [{ lot, qtyMicro }];
  }
  if (posting.lot !== unnamedLot) {
    const lotRecord = lots.find(itemId, posting.lot);
    if (lotRecord) await context.correct(lotRecord, qtyMicro);
    const lot = selectNamedLot(lots, book, posting, context) ?? (await obtainUnnamedLot(lots, itemId));
    return [{ lot, qtyMicro }];
  }
  return selectLotsByFefo(lots, book, posting, context);
}

/** Applies one part of a posting to the lot balances. */
export function applyLotMove(
  lots: LotBook,
  { fromPlace, toPlace }: Posting,
  { lot, qtyMicro, arrivesAs = lot }: LotMove,
): void {
  const add = (placeId: string, lotRecord: LotRecord, deltaMicro: number) => {
    if (isVirtualLocation(placeId)) return;
    const position = lots.position(placeId, lotRecord);
    position.onHandMicro += deltaMicro;
    position.isDirty = true;
  };
  add(fromPlace, lot, -qtyMicro);
  add(toPlace, arrivesAs, qtyMicro);
}

/** Returns the unreserved quantity of a lot at a location. */
export const getUnreservedMicro = ({ onHandMicro, reservedMicro }: LotPosition): number =>
  onHandMicro - reservedMicro;

async function obtainReceivedLot(
  lots: LotBook,
  posting: Posting,
  context: LotPostingContext,
): Promise<LotRecord> {
  const { itemId, lot: code, expiry, docType, docId, toPlace } = posting;
  const origin = {
    type: docType,
    id: docId,
    no: context.docNo,
    day: context.arrivalDay,
    placeId: toPlace,
  };
  const item = lots.item(itemId);
  // Goods of an item that is no longer tracked enter without a lot; its older lots remain until used up.
  if (code === unnamedLot && (isCountPosting(posting) || !(item && needsLot(item))))
    return obtainUnnamedLot(lots, itemId);
  const lotExpiry = expiry ?? (item ? expiryByShelfLife(context.arrivalDay, item) : null);
  const lot = await lots.obtain(itemId, code === unnamedLot ? null : code, lotExpiry, origin);
  if (expiry !== undefined && expiry !== null && expiry !== lot.expiry)
    throw invalid({
      [getLotField(posting).replace(/lots?$/, 'expiry')]: refusal('lot-other-expiry', {
        lot: lot.code,
        item: item?.name ?? 'this item',
        day: lot.expiry ?? 'none',
      }),
    });
  return lot;
}

/**
 * Returns the lot that a posting specifies. Postings of goods shipped before their item was tracked may
 * specify unknown or different lots; such goods belong to the stock without a lot (null).
 */
function selectNamedLot(
  lots: LotBook,
  book: BalanceBook,
  posting: Posting,
  { day }: LotPostingContext,
): LotRecord | null {
  const lot = lots.find(posting.itemId, posting.lot);
  if (!lotChoosingKinds.has(posting.kind)) {
    const unnamed = unnamedPosition(lots.positions(posting.fromPlace, posting.itemId));
    const freeMicro = lot ? getUnreservedMicro(lots.position(posting.fromPlace, lot)) : 0;
    if (freeMicro < posting.qtyMicro && unnamed && getUnreservedMicro(unnamed) >= posting.qtyMicro)
      return null;
  }
  if (!lot) throw unknownLotProblem(getLotField(posting), posting.lot, lots.item(posting.itemId)?.name);
  if (lotCheckedKinds.has(posting.kind)) assertLotUsable(lots, getLotField(posting), lot, day);
  assertLotAvailable(lots, book, posting, lot, posting.qtyMicro);
  return lot;
}

export const unknownLotProblem = (field: string, code: string, itemName = 'this item'): ApiProblem =>
  invalid({ [field]: refusal('lot-unknown', { lot: code, item: itemName }) });

/**
 * Asserts that a lot is neither on hold nor expired on a day.
 *
 * @throws ApiProblem 409 LOT_ON_HOLD or LOT_EXPIRED
 */
export function assertLotUsable(lots: LotBook, field: string, lot: LotRecord, day: string): void {
  const blocker = getLotBlocker(lot, day);
  if (blocker !== null) throw unusableLotProblem(blocker, field, lot, lots.item(lot.itemId)?.name ?? '');
}

const lotLabel = (lot: LotRecord): string => (lot.code === unnamedLot ? '-' : lot.code);

function unusableLotProblem(
  blocker: LotBlocker,
  field: string,
  lot: LotRecord,
  itemName: string,
): ApiProblem {
  const details = { itemId: lot.itemId, itemName, lot: lot.code, expiry: lot.expiry };
  if (blocker === 'held') {
    const error = refusal('lot-on-hold', { lot: lotLabel(lot), item: itemName });
    return problem('LOT_ON_HOLD', error, { fields: { [field]: error }, details });
  }
  const error = refusal('lot-expired', { lot: lotLabel(lot), item: itemName, day: lot.expiry ?? '' });
  return problem('LOT_EXPIRED', error, { fields: { [field]: error }, details });
}

function assertLotAvailable(
  lots: LotBook,
  book: BalanceBook,
  posting: Posting,
  lot: LotRecord,
  qtyMicro: number,
): void {
  const place = book.place(posting.fromPlace);
  const position = lots.position(posting.fromPlace, lot);
  const availableMicro = getUnreservedMicro(position);
  const isNoLongerOnHand = posting.reversesSeq !== undefined && qtyMicro > position.onHandMicro;
  if (
    !posting.isReturnedByChange &&
    (isNoLongerOnHand || (place.blocksNegativeStock && qtyMicro > availableMicro))
  )
    throw insufficientLotProblem(
      lots,
      { ...place, field: getLotField(posting) },
      lot,
      qtyMicro,
      availableMicro,
    );
}

/** Returns 409 for a lot with too little stock at a place. */
export const insufficientLotProblem = (
  lots: LotBook,
  { field, ...place }: PlaceField,
  lot: LotRecord,
  neededMicro: number,
  availableMicro: number,
): ApiProblem =>
  insufficientStock({
    place,
    field,
    itemId: lot.itemId,
    item: lots.item(lot.itemId),
    lot: { code: lot.code, label: lotLabel(lot) },
    neededMicro,
    availableMicro,
  });

/** Returns 409 for an item with too little unreserved stock at a place. */
export const insufficientItemProblem = (
  lots: LotBook,
  { field, ...place }: PlaceField,
  itemId: string,
  neededMicro: number,
  availableMicro: number,
): ApiProblem =>
  insufficientStock({ place, field, itemId, item: lots.item(itemId), neededMicro, availableMicro });

/** A place, and the request field for errors about it. */
interface PlaceField {
  placeId: string;
  name: string;
  field: string;
}

const unnamedPosition = (positions: readonly LotPosition[]) =>
  positions.find(({ lot }) => lot === null || lot.code === unnamedLot);

/** Converts lot positions to the input of a lot proposal; stock without a lot has the empty code. */
export function toLotStock(positions: readonly LotPosition[]): AvailableLot[] {
  return positions.map((position) => ({
    lot: position.lot?.code ?? unnamedLot,
    expiry: position.lot?.expiry ?? null,
    isHeld: position.lot?.isHeld ?? false,
    since: position.lot?.since ?? '',
    freeMicro: getUnreservedMicro(position),
  }));
}

/** Sales have already happened when they are posted, so they may take any lot. */
const isSalesPosting = ({ docType }: Posting): boolean => docType === 'sales';

/**
 * Takes stock by FEFO for a posting without a lot. Shipped goods must not expire before the requested day,
 * and used goods not before today; neither may be on hold. Sales have already happened, so they take unusable
 * lots last; waste, counts and reversals may take any lot.
 */
async function selectLotsByFefo(
  lots: LotBook,
  book: BalanceBook,
  posting: Posting,
  { day, correct }: LotPostingContext,
): Promise<LotMove[]> {
  const { itemId, fromPlace, qtyMicro, kind } = posting;
  const stock = toLotStock(lots.positions(fromPlace, itemId));
  const anyLots = stock.map((lot) => ({
    ...lot,
    isHeld: lotCheckedKinds.has(kind) && lot.isHeld,
    expiry: !fefoKinds.has(kind) && lot.lot === unnamedLot ? '0000-00-00' : lot.expiry,
  }));
  const validThrough = lotCheckedKinds.has(kind) ? (posting.validThrough ?? day) : beforeAnyExpiry;
  const proposal = proposeLots(qtyMicro, lotCheckedKinds.has(kind) ? stock : anyLots, validThrough);
  const parts = [...proposal.parts];
  let { shortMicro } = proposal;
  if (shortMicro > 0 && isSalesPosting(posting)) {
    const remaining = anyLots.map((stockLot) => ({
      ...stockLot,
      freeMicro: stockLot.freeMicro - (parts.find(({ lot }) => lot === stockLot.lot)?.qtyMicro ?? 0),
    }));
    const unusable = proposeLots(shortMicro, remaining, beforeAnyExpiry);
    parts.push(...unusable.parts);
    ({ shortMicro } = unusable);
  }
  const last = parts.at(-1);
  if (last) {
    const lot = last.lot === unnamedLot ? await obtainUnnamedLot(lots, itemId) : lots.find(itemId, last.lot);
    if (lot && (await correct(lot, last.qtyMicro + shortMicro))) {
      last.qtyMicro += shortMicro;
      shortMicro = 0;
    }
  }
  if (shortMicro > 0) {
    const place = book.place(fromPlace);
    if (place.blocksNegativeStock)
      throw lotsNotUsableProblem(
        lots,
        { placeId: fromPlace, name: place.name, field: getLotField(posting) },
        posting,
        {
          stock,
          shortMicro,
          validThrough,
        },
      );
    parts.push({ lot: unnamedLot, qtyMicro: shortMicro });
  }
  const moves: LotMove[] = [];
  for (const part of parts) {
    const lot =
      part.lot === unnamedLot
        ? await obtainUnnamedLot(lots, itemId)
        : (lots.find(itemId, part.lot) as LotRecord);
    const existing = moves.find((move) => move.lot.lotId === lot.lotId);
    if (existing) existing.qtyMicro += part.qtyMicro;
    else moves.push({ lot, qtyMicro: part.qtyMicro });
  }
  return moves;
}

/** Earlier than any expiry, so every lot passes. */
const beforeAnyExpiry = '';

/**
 * Returns 409 if stock on hand would be sufficient but part of it is on hold or expired, with those lots.
 */
export function lotsNotUsableProblem(
  lots: LotBook,
  place: PlaceField,
  { itemId, qtyMicro }: { itemId: string; qtyMicro: number },
  {
    stock,
    shortMicro,
    validThrough,
  }: { stock: readonly AvailableLot[]; shortMicro: number; validThrough: string },
): ApiProblem {
  const item = lots.item(itemId);
  const blockedLots = stock
    .filter((lot) => lot.freeMicro > 0 && getLotBlocker(lot, validThrough) !== null)
    .toSorted(compareByExpiry);
  const availableMicro = qtyMicro - shortMicro;
  if (blockedLots.length === 0) return insufficientItemProblem(lots, place, itemId, qtyMicro, availableMicro);
  const labels = blockedLots
    .slice(0, 5)
    .map(({ lot, expiry, isHeld }) => (isHeld ? lot || '-' : `${lot || '-'} (${expiry ?? ''})`))
    .join(', ');
  const unit = item?.symbol ?? '';
  const [required, available] = [fromMicro(qtyMicro), fromMicro(availableMicro)];
  const error = refusal('lots-not-usable', {
    item: item?.name ?? 'this item',
    place: place.name,
    available: `${available} ${unit}`,
    needed: `${required} ${unit}`,
    lots: labels,
  });
  return problem('INSUFFICIENT_STOCK', error, {
    fields: { [place.field]: error },
    details: {
      itemId,
      itemName: item?.name,
      placeId: place.placeId,
      placeName: place.name,
      needed: required,
      available,
      lots: blockedLots.map(({ lot, expiry, isHeld }) => ({ lot, expiry, isHeld })),
    },
  });
}
