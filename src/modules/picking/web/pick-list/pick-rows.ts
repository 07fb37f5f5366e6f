import type { PickInput } from '../../input.ts';
import type { PickClaim, PickItem, PickLine, PickList } from '../../shapes.ts';
import { convertGrams } from '#core/labels/gs1.ts';
import { unnamedLot } from '#modules/lots/lot-rules.ts';
import { getLineRatio } from '#modules/orders/lines.ts';
import {
  distributePicked,
  computeRemainingMicro,
  type PickedLine,
  type PickState,
  getPickState,
  planLots,
  splitLots,
  spreadProportionally,
} from '../../pick-lines.ts';
import { exceedsShownStock, getMaxRounding } from '#core/stock-rounding.ts';
import { convertMicro, toExactOrNull, fromMicro, invertRatio, type Ratio, toMicro } from '#core/quantity.ts';

type PickOrder = PickList['orders'][number];

/** An order line with its order; quantities in the line's unit. */
export interface PickRowLine {
  line: PickLine;
  order: PickOrder;
  state: PickState;
  /** Remaining quantity to pick. */
  remaining: number;
  /** Claim of another picker. */
  otherClaim: PickClaim | null;
  isMine: boolean;
  /** Whether a pick for the line is queued on this device. */
  isPending: boolean;
}

/** One item to pick for all orders together; quantities in the row's unit. */
export interface PickListRow {
  item: PickItem;
  /** Symbol of the row's unit. */
  unit: string;
  /** Whether only whole numbers are allowed. */
  isWhole: boolean;
  needed: number;
  picked: number;
  remaining: number;
  /** Quantity that the kitchen has for these orders; null if unknown. */
  available: number | null;
  /** The kitchen's shortage for these orders. */
  missing: number;
  /** Proposed lots for the remaining quantity, and the quantity that no usable lot covers. */
  plan: { lot: string; expiry: string | null; qty: number }[];
  uncovered: number;
  lines: PickRowLine[];
  isDone: boolean;
}

export interface PickGroup {
  /** Section ID; `other` for items without a section. */
  id: string;
  name: string | null;
  lineCount: number;
  pickedCount: number;
  rows: PickListRow[];
}

/** Picks queued on this device, by line. */
export type PendingPicks = ReadonlyMap<string, PickInput>;

const toPickedLine = ({ wantedQty, pickedQty, reason, substituteFor, claim }: PickLine): PickedLine => ({
  approvedMicro: toMicro(wantedQty),
  pickedMicro: pickedQty === null ? null : toMicro(pickedQty),
  reason,
  isOpen: claim !== null && claim.pickedAt === null,
  isSubstitute: substituteFor !== null,
});

/** Returns the line as it will be after the queued pick is sent. */
function applyPendingPick(line: PickLine, userId: string, input: PickInput | undefined): PickLine {
  if (!input) return line;
  const { pickedQty, reason, substitute, putBack } = input;
  const newReason = reason ?? (substitute ? 'substituted' : null);
  const isDone = pickedQty === line.wantedQty || newReason !== null;
  const claimedAt = line.claim?.claimedAt ?? '';
  return {
    ...line,
    pickedQty,
    reason: newReason ?? (pickedQty === line.wantedQty ? null : line.reason),
    claim: putBack
      ? { userId: null, userName: '', claimedAt, pickedAt: null }
      : { userId, userName: '', claimedAt, pickedAt: isDone ? claimedAt : null },
  };
}

/** Returns the pick list as rows by section, including queued picks. */
export function buildPickGroups(list: PickList, userId: string, pending: PendingPicks): PickGroup[] {
  const orders = new Map(list.orders.map((order) => [order._id, order]));
  const rows = list.items.map((item) => buildRow(item, orders, userId, pending));
  const bySection = Map.groupBy(rows, ({ item }) => getSection(list, item));
  return list.sections.map(({ section, name, lines, pickedLines }) => {
    const sectionRows = bySection.get(section ?? 'other') ?? [];
    const sectionLines = sectionRows.flatMap((row) => row.lines);
    return {
      id: section ?? 'other',
      name,
      rows: sectionRows,
      ...(sectionLines.length === 0
        ? { lineCount: lines, pickedCount: pickedLines }
        : { lineCount: sectionLines.length, pickedCount: sectionLines.filter(isLineDone).length }),
    };
  });
}

/** Returns the section of an item; items of a deleted section are grouped with those without one. */
function getSection({ sections }: PickList, { section }: PickItem): string {
  return section !== null && sections.some((candidate) => candidate.section === section) ? section : 'other';
}

/**
 * Returns the latest expiry that any of the remaining lines requires: a lot that doesn't expire before that day
 * suits all branches.
 */
export const findLatestValidThrough = ({ lines }: PickListRow): string | undefined =>
  lines
    .filter(({ remaining }) => remaining > 0)
    .map(({ order }) => order.validThrough)
    .toSorted()
    .at(-1);

/** Returns the only line of a row if nothing has been picked for it; the row then has the line's quantity. */
export function getUntouchedLine({ lines }: PickListRow): PickRowLine | null {
  const [line] = lines;
  const isUntouched = lines.length === 1 && line?.state === 'open' && line.line.substituteFor === null;
  return isUntouched ? line : null;
}

export const isLineDone = ({ state }: PickRowLine): boolean => state === 'done' || state === 'short';

function buildRow(
  item: PickItem,
  orders: ReadonlyMap<string, PickOrder>,
  userId: string,
  pending: PendingPicks,
): PickListRow {
  const lines = item.lines.flatMap((loadedLine): PickRowLine[] => {
    const order = orders.get(loadedLine.orderId);
    if (!order) return [];
    const line = applyPendingPick(loadedLine, userId, pending.get(loadedLine.lineId));
    const { claim } = line;
    const isOpen = claim !== null && claim.userId !== null && claim.pickedAt === null;
    return [
      {
        line,
        order,
        state: getPickState(toPickedLine(line)),
        remaining: fromMicro(computeRemainingMicro(toPickedLine(line))),
        otherClaim: isOpen && claim.userId !== userId ? claim : null,
        isMine: isOpen && claim.userId === userId,
        isPending: pending.has(loadedLine.lineId),
      },
    ];
  });
  const firstLine = item.lines[0];
  const hasOneUnit = item.lines.every(
    (line) => line.unit === firstLine?.unit && hasSameRatio(line, firstLine),
  );
  const unit: Ratio = hasOneUnit && firstLine ? getLineRatio(firstLine) : { num: 1, den: 1 };
  const convert = (qty: number, line: PickLine) => toRowMicro(toMicro(qty), line, hasOneUnit);
  const total = (getQuantity: (row: PickRowLine) => number) =>
    fromMicro(lines.reduce((sum, line) => sum + convert(getQuantity(line), line.line), 0));
  const [needed, remaining] = [total(({ line }) => line.wantedQty), total((row) => row.remaining)];
  const toRowUnit = (base: number) =>
    toExactOrNull(() => fromMicro(convertMicro(toMicro(base), invertRatio(unit))));
  const isWhole = hasOneUnit && firstLine?.isWhole === true;
  const stock = item.available === null ? null : toRowUnit(item.available);
  // Only whole packs can be picked.
  const available = isWhole && stock !== null ? Math.floor(stock + getMaxRounding(unit)) : stock;
  const isMissing = available !== null && exceedsShownStock(needed, available, unit);
  const openLines = lines.filter((line) => line.remaining > 0);
  const plan = planLots(
    openLines.map(({ line, remaining: remainingQty, order }) => ({
      wantedMicro: convertMicro(toMicro(remainingQty), getLineRatio(line)),
      validThrough: order.validThrough,
    })),
    item.lots.map(({ lot, expiry, available, state }, index) => ({
      lot: lot ?? unnamedLot,
      expiry,
      isHeld: state !== 'usable',
      since: String(index).padStart(6, '0'),
      freeMicro: toMicro(available ?? 0),
    })),
  );
  return {
    item,
    unit: hasOneUnit ? (firstLine?.unitSymbol ?? item.baseUnit) : item.baseUnit,
    isWhole,
    needed,
    picked: total(({ line }) => line.pickedQty ?? 0),
    remaining,
    available,
    missing: isMissing ? fromMicro(toMicro(needed) - toMicro(available)) : 0,
    plan: plan.parts.map(({ lot, expiry, qtyMicro }) => ({
      lot,
      expiry,
      qty: toRowUnit(fromMicro(qtyMicro)) ?? 0,
    })),
    uncovered: item.lots.length === 0 ? 0 : (toRowUnit(fromMicro(plan.shortMicro)) ?? 0),
    lines,
    isDone: lines.every(isLineDone),
  };
}

const hasSameRatio = (a: PickLine, b: PickLine | undefined) =>
  b !== undefined && a.unitNum * b.unitDen === b.unitNum * a.unitDen;

const toRowMicro = (micro: number, line: PickLine, hasOneUnit: boolean): number =>
  hasOneUnit ? micro : convertMicro(micro, getLineRatio(line));

/** Converts a weight to the row's unit; null if the unit has no mass equivalent. */
export function convertWeight(grams: number, { unit, isWhole, item, lines }: PickListRow): number | null {
  const [inRowUnit, base] = [convertGrams(grams, unit), convertGrams(grams, item.baseUnit)];
  const line = lines.find((candidate) => candidate.line.unitSymbol === unit)?.line;
  if (inRowUnit !== null || base === null || !line) return inRowUnit;
  const qty = toExactOrNull(() => fromMicro(convertMicro(toMicro(base), invertRatio(getLineRatio(line)))));
  return isWhole && !Number.isInteger(qty) ? null : qty;
}

/** A quantity found for an item, and how to handle the rest. */
export interface FoundQuantity {
  /** In the row's unit. */
  qty: number;
  /** Chosen lots in the row's unit; if omitted, the server picks lots by expiry. */
  lots?: readonly { lot: string; qty: number }[];
  /** How to handle lines that remain short. */
  rest?:
    | { kind: 'reason'; reason: string }
    | { kind: 'back' }
    /** `excludedBranches` accept no substitutes and stay short. */
    | { kind: 'substitute'; itemId: string; qty: number; excludedBranches?: ReadonlySet<string> };
}

/** Quantity picked for one line of a row. */
interface LineShare {
  rowLine: PickRowLine;
  /** Quantity added to the earlier pick, in micro-units of the line's unit. */
  partMicro: number;
  /** Remaining shortage of the line. */
  shortMicro: number;
}

/** Distributes a quantity across a row's short lines, next delivery first. */
export function distributePick(row: PickListRow, qty: number): { shares: LineShare[]; rest: number } {
  const openLines = row.lines.filter((line) => line.remaining > 0);
  const hasOneUnit = openLines.every(({ line }) => line.unitSymbol === row.unit);
  const { parts, remainderMicro } = distributePicked(
    toMicro(qty),
    openLines.map(({ line, remaining }) => ({
      lineId: line.lineId,
      missingMicro: toMicro(remaining),
      ratio: hasOneUnit ? { num: 1, den: 1 } : getLineRatio(line),
      isWhole: line.isWhole,
    })),
  );
  const shares = openLines.map((line): LineShare => {
    const partMicro = parts.get(line.line.lineId) ?? 0;
    return { rowLine: line, partMicro, shortMicro: toMicro(line.remaining) - partMicro };
  });
  return { shares, rest: fromMicro(remainderMicro) };
}

/** Returns picks for the row's lines that receive a quantity or that `rest` applies to. */
export function buildPicks(row: PickListRow, { qty, lots, rest }: FoundQuantity): PickInput[] {
  const { shares } = distributePick(row, qty);
  const hasOneUnit = shares.every(({ rowLine }) => rowLine.line.unitSymbol === row.unit);
  const toRowMicroUnits = ({ rowLine, partMicro }: LineShare) =>
    hasOneUnit ? partMicro : convertMicro(partMicro, getLineRatio(rowLine.line));
  const lotsByLine =
    lots === undefined
      ? null
      : splitLots(
          lots.map(({ lot, qty: lotQty }) => ({ lot, qtyMicro: toMicro(lotQty) })),
          shares.map((share) => ({ lineId: share.rowLine.line.lineId, qtyMicro: toRowMicroUnits(share) })),
        );
  const refusesSubstitutes = ({ rowLine }: LineShare) =>
    rest?.kind === 'substitute' && rest.excludedBranches?.has(rowLine.order.branch) === true;
  const substitutedShares = shares.filter((share) => share.shortMicro > 0 && !refusesSubstitutes(share));
  const substituteParts =
    rest?.kind === 'substitute'
      ? spreadProportionally(
          toMicro(rest.qty),
          substitutedShares.map(({ rowLine, shortMicro }) =>
            convertMicro(shortMicro, getLineRatio(rowLine.line)),
          ),
          Number.isInteger(rest.qty) ? 1_000_000 : 1,
        )
      : [];
  return shares.flatMap((share): PickInput[] => {
    const { rowLine, partMicro, shortMicro } = share;
    if (partMicro === 0 && (shortMicro === 0 || rest === undefined)) return [];
    const { lineId, orderId, pickedQty } = rowLine.line;
    const total = fromMicro(toMicro(pickedQty ?? 0) + partMicro);
    const substituteQty = fromMicro(substituteParts[substitutedShares.indexOf(share)] ?? 0);
    const chosen = lotsByLine?.get(lineId);
    return [
      {
        lineId,
        orderId,
        // If nothing is picked and the line is put back, this resets the line instead of picking 0.
        pickedQty: total === 0 && rest?.kind === 'back' ? null : total,
        wasPicked: pickedQty,
        ...(chosen && {
          lots: mergeLots([...rowLine.line.lots, ...toLineLots(rowLine, chosen, hasOneUnit)]),
        }),
        ...(shortMicro > 0 && rest?.kind === 'reason' && { reason: rest.reason }),
        ...(shortMicro > 0 && rest?.kind === 'back' && { putBack: true as const }),
        ...(shortMicro > 0 &&
          rest?.kind === 'substitute' &&
          (substituteQty > 0
            ? { substitute: { itemId: rest.itemId, qty: substituteQty } }
            : { reason: refusesSubstitutes(share) ? 'out_of_stock' : 'substituted' })),
      },
    ];
  });
}

/** Merges quantities by lot, including lots picked earlier. */
function mergeLots(lots: readonly { lot: string; qty: number }[]): { lot: string; qty: number }[] {
  const byLot = Map.groupBy(lots, ({ lot }) => lot);
  return [...byLot].map(([lot, parts]) => ({
    lot,
    qty: fromMicro(parts.reduce((sum, { qty }) => sum + toMicro(qty), 0)),
  }));
}

/** Converts chosen lots to the line's unit. */
const toLineLots = (
  { line }: PickRowLine,
  chosen: readonly { lot: string; qtyMicro: number }[],
  hasOneUnit: boolean,
) =>
  chosen.map(({ lot, qtyMicro }) => ({
    lot,
    qty: fromMicro(hasOneUnit ? qtyMicro : convertMicro(qtyMicro, invertRatio(getLineRatio(line)))),
  }));

/** Picks a single line; null resets it. */
export const buildLinePick = (
  { line }: PickRowLine,
  pickedQty: number | null,
  reason?: string,
): PickInput => ({
  lineId: line.lineId,
  orderId: line.orderId,
  pickedQty,
  wasPicked: line.pickedQty,
  ...(reason !== undefined && { reason }),
});

/** Returns picks that restore the previous quantities; substitutes and shortage reasons remain. */
export const buildUndoPicks = (picks: readonly PickInput[]): PickInput[] =>
  picks.map(({ lineId, orderId, pickedQty, wasPicked }) => ({
    lineId,
    orderId,
    pickedQty: wasPicked,
    wasPicked: pickedQty,
  }));
