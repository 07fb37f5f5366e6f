import type { z } from 'zod';
import type { receivedLot } from '#modules/orders/input.ts';
import { resolveEnteredLot, needsLot, unnamedLot } from '#modules/lots/lot-rules.ts';
import { computeEffectiveQuantities, type LineLot as Lot, type ShippedLine } from '#modules/orders/lines.ts';
import type { DocumentType } from '#platform/documents/types.ts';
import { toMicro } from '#core/quantity.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { getYearRefusal } from '#platform/documents/server/event-time.ts';
import { type ApiProblem, invalid } from '#platform/server/http/problems.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import {
  type LotRecord,
  loadLotItems,
  type LotItem,
  loadLotsByCode,
  createNumberedLot,
} from '#modules/stock/server/lot-book.ts';

export type ReceivedLotInput = z.output<typeof receivedLot>;

/** The receiver's entries for a line. */
interface LineEntry {
  path: string;
  receivedQty?: number | null | undefined;
  damagedQty?: number | null | undefined;
  receivedLots?: ReceivedLotInput[] | undefined;
}

/** A shipped line that received lots are applied to. */
export interface ArrivingLine extends ShippedLine {
  lots: Lot[];
  itemCode: string;
  itemName: string;
}

interface EditedLine {
  entry: LineEntry;
  line: ArrivingLine;
}

/** Context for checking lots: the tracked item, its existing lots, and the branch's business day. */
interface LotContext {
  item: LotItem | undefined;
  lots: readonly LotRecord[];
  day: string;
  now: Date;
}

/**
 * Applies received lots to lines: the lots that were shipped, and different ones that arrived instead. Line
 * quantities that weren't entered are computed from the lots.
 *
 * @throws ApiProblem 422 with an error for `items.<lineId>.receivedLots`
 */
export async function applyReceivedLots(
  { tx, now }: Pick<CommandContext, 'tx' | 'now'>,
  { branch }: { branch: string },
  edited: readonly EditedLine[],
): Promise<void> {
  const linesWithLots = edited.filter(({ entry }) => entry.receivedLots !== undefined);
  if (linesWithLots.length === 0) return;
  const items = await loadLotItems(
    tx,
    linesWithLots.map(({ line }) => line.itemId),
  );
  const lotKeys = linesWithLots.flatMap(({ entry, line: { itemId } }) =>
    (entry.receivedLots ?? []).flatMap(({ lot }) => (lot === undefined ? [] : [{ itemId, lot }])),
  );
  const lots = lotKeys.length === 0 ? [] : await loadLotsByCode(tx, lotKeys);
  const day = await loadBusinessDay(tx, branch, now.toISOString());
  for (const line of linesWithLots)
    applyReceivedLine(line, {
      item: items.get(line.line.itemId),
      lots: lots.filter(({ itemId }) => itemId === line.line.itemId),
      day,
      now,
    });
}

function applyReceivedLine({ entry, line }: EditedLine, context: LotContext): void {
  const field = `${entry.path}.receivedLots`;
  const toProblem = (reason: Refusal): ApiProblem => invalid({ [field]: reason });
  const shipped = line.lots
    .filter(({ isOther }) => !isOther)
    .map(({ receivedMicro: _, damagedMicro: __, ...lot }): Lot => lot);
  const entryByLot = new Map<Lot, ReceivedLotInput>();
  const otherLots: Lot[] = [];
  for (const received of entry.receivedLots ?? []) {
    const lot = shipped.find((candidate) =>
      received.lot === undefined ? candidate.expiry === received.expiry : candidate.lot === received.lot,
    );
    if (!lot) otherLots.push(toUnshippedLot(line, received, context, toProblem));
    else if (entryByLot.has(lot)) throw toProblem(refusal('duplicate-lot', { lot: lot.lot }));
    else if (received.expiry !== undefined && received.expiry !== lot.expiry)
      throw toProblem(otherExpiryRefusal(lot.lot, line.itemName, lot.expiry ?? null));
    else entryByLot.set(lot, received);
  }
  const getLotKey = ({ lot, expiry = '' }: Lot) => lot || expiry;
  const duplicate = otherLots.find(
    (candidate, index) => otherLots.findIndex((other) => getLotKey(other) === getLotKey(candidate)) < index,
  );
  if (duplicate) throw toProblem(refusal('duplicate-lot', { lot: getLotKey(duplicate) }));

  let missingMicro = 0;
  const receivedLots = shipped.map((lot): Lot => {
    const received = entryByLot.get(lot);
    if (!received) return lot;
    const damagedMicro = toMicro(received.damagedQty ?? 0);
    const receivedMicro =
      received.receivedQty === undefined ? lot.qtyMicro - damagedMicro : toMicro(received.receivedQty);
    const lotShortMicro = lot.qtyMicro - receivedMicro - damagedMicro;
    if (receivedMicro < 0 || lotShortMicro < 0)
      throw toProblem(refusal('lot-more-than-shipped', { lot: lot.lot }));
    missingMicro += lotShortMicro;
    return { ...lot, receivedMicro, damagedMicro };
  });
  line.lots = [...receivedLots, ...otherLots.filter((lot) => getArrivedMicro(lot) > 0)];

  const { shippedMicro } = computeEffectiveQuantities(line);
  const sumLots = (lots: readonly Lot[], select: (lot: Lot) => number) =>
    lots.reduce((sum, lot) => sum + select(lot), 0);
  if (sumLots(line.lots, getArrivedMicro) > shippedMicro) throw toProblem(refusal('lots-exceed-shipped'));
  const damagedMicro = sumLots(line.lots, (lot) => lot.damagedMicro ?? 0);
  // Different lots first replace quantities missing from shipped lots that have an entry, then from the
  // others.
  const shortMicro = Math.max(0, missingMicro - sumLots(otherLots, getArrivedMicro));
  const receivedMicro = shippedMicro - shortMicro - damagedMicro;
  if (entry.damagedQty === undefined) line.damagedQtyMicro = damagedMicro;
  if (entry.receivedQty === undefined) line.receivedQtyMicro = receivedMicro + (line.overQtyMicro ?? 0);
  if (
    damagedMicro > (line.damagedQtyMicro ?? 0) ||
    sumLots(line.lots, (lot) => lot.receivedMicro ?? 0) > (line.receivedQtyMicro ?? receivedMicro)
  )
    throw toProblem(refusal('lots-exceed-line'));
}

const getArrivedMicro = ({ receivedMicro = 0, damagedMicro = 0 }: Lot): number =>
  receivedMicro + damagedMicro;

const otherExpiryRefusal = (lot: string, item: string, expiry: string | null): Refusal =>
  refusal('lot-other-expiry', { lot, item, day: expiry ?? 'none' });

/**
 * Builds a lot that arrived but was not shipped on the line: an existing lot, or a new one with the required
 * fields.
 */
function toUnshippedLot(
  line: ArrivingLine,
  { lot: code, expiry, receivedQty = 0, damagedQty = 0 }: ReceivedLotInput,
  { item, lots, day, now }: LotContext,
  toProblem: (reason: Refusal) => ApiProblem,
): Lot {
  if (!item) throw toProblem(refusal('not-tracked-by-lot', { item: line.itemName }));
  const amounts = {
    qtyMicro: 0,
    isOther: true,
    receivedMicro: toMicro(receivedQty),
    damagedMicro: toMicro(damagedQty),
  };
  const existingLot = code === undefined ? undefined : lots.find((lot) => lot.code === code);
  if (existingLot) {
    if (expiry !== undefined && expiry !== existingLot.expiry)
      throw toProblem(otherExpiryRefusal(existingLot.code, item.name, existingLot.expiry));
    return {
      lot: existingLot.code,
      ...(existingLot.expiry !== null && { expiry: existingLot.expiry }),
      ...amounts,
    };
  }
  // An item that is no longer tracked accepts only its existing lots.
  if (!needsLot(item)) throw toProblem(refusal('not-tracked-by-lot', { item: item.name }));
  const expiryRefusal = expiry === undefined ? null : getYearRefusal(now, 'expiry', expiry);
  if (expiryRefusal !== null) throw toProblem(expiryRefusal);
  const resolved = resolveEnteredLot(item, { lot: code, expiry }, day, 1);
  if (!resolved.ok) throw toProblem((resolved.errors.lot ?? resolved.errors.expiry) as Refusal);
  return {
    lot: code ?? unnamedLot,
    ...(resolved.expiry !== null && { expiry: resolved.expiry }),
    ...amounts,
  };
}

interface ArrivedShipment {
  docType: DocumentType;
  _id: string;
  number: string;
  branch: string;
  lines: readonly ArrivingLine[];
}

/** Creates lots with generated codes for received lots that have only an expiry. */
export async function createUnshippedLots(
  { tx, now }: Pick<CommandContext, 'tx' | 'now'>,
  { docType, _id: id, number: no, branch, lines }: ArrivedShipment,
): Promise<void> {
  const unnamedLots = lines.flatMap((line) =>
    line.lots.filter(({ lot, isOther }) => isOther && lot === unnamedLot).map((lot) => ({ line, lot })),
  );
  if (unnamedLots.length === 0) return;
  const day = await loadBusinessDay(tx, branch, now.toISOString());
  const origin = { type: docType, id, no, day, placeId: branch };
  for (const { line, lot } of unnamedLots) {
    const { itemId, itemCode } = line;
    const expiry = lot.expiry ?? null;
    const created = await createNumberedLot(tx, { itemId, itemCode, expiry, origin, now: now.toISOString() });
    line.lots = line.lots.map((lineLot) => (lineLot === lot ? { ...lot, lot: created.code } : lineLot));
  }
}
