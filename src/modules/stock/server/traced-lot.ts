import type { TracedLot } from '#modules/lots/shapes.ts';
import {
  getLotDisposition,
  type LotTotalName,
  lotOutcomes,
  lotSources,
  getShipmentStep,
} from '#modules/lots/lot-dispositions.ts';
import { fromMicro } from '#core/quantity.ts';
import { isVirtualLocation } from '../ledger-locations.ts';
import { type LotColumns, toLot } from './lots.ts';

export interface TracedMove {
  seq: number;
  fromPlace: string;
  toPlace: string;
  qtyMicro: number;
  docType: string;
  docId: string;
  docNo: string | null;
  kind: string;
  businessDay: string;
  reversesSeq: number | null;
  byName: string | null;
  lotId: string | null;
  /** Null if the goods arrived under the same lot. */
  toLotId: string | null;
}

export interface TracedPlace {
  placeId: string;
  name: string;
  type: string;
  branchId: string | null;
  phone: string | null;
  isOwn: boolean;
}

export interface TracedStock {
  lotId: string;
  placeId: string;
  onHandMicro: number;
}

interface LotHistory {
  /** All moves of the lot, in order. */
  moves: readonly TracedMove[];
  /** The lot's stock by location. */
  stock: readonly TracedStock[];
  places: ReadonlyMap<string, TracedPlace>;
  /** Returns whether the user may see a location's stock. */
  isOwn(placeId: string): boolean;
}

/** Trace quantities by response field, in millionths. */
type TraceTotals = Record<LotTotalName, number>;
type Row<Name extends 'origin' | 'exits' | 'shipments'> = TracedLot[Name][number];

/** Builds the origin, stock and exits of one lot from its moves and balances. */
export function buildTracedLot(lot: LotColumns, { moves, stock, places, isOwn }: LotHistory): TracedLot {
  const { lotId } = lot;
  const getPlaceName = (placeId: string) => places.get(placeId)?.name ?? placeId;
  const sums = Object.fromEntries([...lotSources, ...lotOutcomes].map((name) => [name, 0])) as TraceTotals;
  const origin = new Map<string, Row<'origin'>>();
  const exits = new Map<string, Row<'exits'>>();
  const shipments = new Map<string, Row<'shipments'>>();
  for (const move of moves) {
    // A movement with a different arrival lot leaves one lot and enters the other.
    const arrives = (move.toLotId ?? move.lotId) === lotId;
    const isOut = move.lotId === lotId && isOwn(move.fromPlace);
    const isIn = arrives && isOwn(move.toPlace);
    if (!isOut && !isIn) continue;
    // A reversal counts at the same location, with the opposite sign.
    const isReversal = move.reversesSeq !== null;
    const qtyMicro = (isReversal ? -1 : 1) * Number(move.qtyMicro);
    if (isIn !== isOut) {
      const figure = getFigure(move, { isIn, isReversal, isOwn });
      sums[figure] += qtyMicro;
      const placeId = isIn ? move.toPlace : move.fromPlace;
      const row = { ...getPostingFields(move), placeId, placeName: getPlaceName(placeId), qty: 0 };
      if (isSource(figure)) addTo(origin, `${move.docId} ${placeId} ${figure}`, row, qtyMicro);
      else if (figure !== 'sent' && figure !== 'toOtherLot')
        addTo(exits, `${move.docId} ${placeId} ${figure}`, { ...row, disposition: figure }, qtyMicro);
    }
    addShipment(shipments, places, move, { arrives, leaves: move.lotId === lotId, qtyMicro });
  }
  const ownStock = stock.filter(({ placeId }) => isOwn(placeId));
  for (const { placeId, onHandMicro } of ownStock) {
    const type = places.get(placeId)?.type;
    const figure = type === 'transit' ? 'inTransit' : type === 'hold' ? 'onHold' : 'onHand';
    sums[figure] += Number(onHandMicro);
  }
  // For stock that existed before lot tracking, only the current stock and later exits are known.
  if (lot.code === '') sums.received = total(sums, lotOutcomes) - total(sums, lotSources) + sums.received;
  return {
    lot: toLot(lot),
    totals: Object.fromEntries(
      Object.entries(sums).map(([name, micro]) => [name, fromMicro(micro)]),
    ) as TracedLot['totals'],
    origin: toUnitRows(origin, ['qty']),
    places: ownStock.map(({ placeId, onHandMicro }) => ({
      placeId,
      placeName: getPlaceName(placeId),
      placeType: places.get(placeId)?.type ?? '',
      branchId: places.get(placeId)?.branchId ?? null,
      phone: places.get(placeId)?.phone ?? null,
      onHand: fromMicro(Number(onHandMicro)),
    })),
    shipments: toUnitRows(shipments, ['shipped', 'received', 'damaged']),
    exits: toUnitRows(exits, ['qty']),
  };
}

const total = (sums: TraceTotals, names: readonly LotTotalName[]): number =>
  names.reduce((sum, name) => sum + sums[name], 0);

type Source = (typeof lotSources)[number];
const isSource = (figure: LotTotalName): figure is Source =>
  (lotSources as readonly LotTotalName[]).includes(figure);

type MovementFigure = Exclude<LotTotalName, 'onHand' | 'inTransit' | 'onHold'>;

/**
 * Returns the trace figure that a movement into or out of the visible locations counts towards; a reversal
 * counts towards the figure of the reversed movement.
 */
function getFigure(
  move: TracedMove,
  { isIn, isReversal, isOwn }: { isIn: boolean; isReversal: boolean; isOwn(placeId: string): boolean },
): MovementFigure {
  const { kind, docType, fromPlace, toPlace, toLotId } = move;
  if (toLotId !== null && isOwn(fromPlace) && isOwn(toPlace)) return isIn ? 'fromOtherLot' : 'toOtherLot';
  if (isIn !== isReversal) return kind === 'count_gain' || kind === 'rounding' ? 'found' : 'received';
  const [inside, outside] = isReversal ? [toPlace, fromPlace] : [fromPlace, toPlace];
  if (!isVirtualLocation(outside)) return 'sent';
  return getLotDisposition({ kind, docType, isInTransit: inside.endsWith(':transit') });
}

function getPostingFields({ docType, docId, docNo, businessDay: day, kind, byName }: TracedMove) {
  return { docType, docId, docNo, day, kind, byName };
}

function addTo<R extends { qty: number }>(rows: Map<string, R>, key: string, initial: R, qtyMicro: number) {
  const row = rows.get(key) ?? initial;
  row.qty += qtyMicro;
  rows.set(key, row);
}

/** Adds a movement of an order, transfer or discrepancy to the lot's shipments. */
function addShipment(
  rows: Map<string, Row<'shipments'>>,
  places: ReadonlyMap<string, TracedPlace>,
  move: TracedMove,
  { arrives, leaves, qtyMicro }: { arrives: boolean; leaves: boolean; qtyMicro: number },
): void {
  const step = getShipmentStep(move.kind);
  if (step === null || !(step === 'shipped' ? leaves : arrives)) return;
  const { docType, docId, docNo, businessDay: day } = move;
  const [from, to] =
    move.reversesSeq === null ? [move.fromPlace, move.toPlace] : [move.toPlace, move.fromPlace];
  if (isVirtualLocation(to) && move.kind !== 'return_wasted') return;
  // Goods wasted on return are listed under the receiver.
  const branchId = places.get(isVirtualLocation(to) ? from : to)?.branchId ?? '';
  const branch = { branchId, branchName: places.get(branchId)?.name ?? branchId, fromName: null };
  const row = rows.get(docId) ?? {
    docType,
    docId,
    docNo,
    day,
    ...branch,
    shipped: 0,
    received: 0,
    damaged: 0,
  };
  row[step] += qtyMicro;
  if (places.get(from)?.type !== 'transit') row.fromName = places.get(from)?.name ?? null;
  rows.set(docId, row);
}

/** Converts rows to units, without those that were fully reversed. */
function toUnitRows<R extends object, Name extends keyof R>(
  rows: Map<string, R>,
  names: readonly Name[],
): R[] {
  return [...rows.values()]
    .filter((row) => names.some((name) => row[name] !== 0))
    .map((row) => ({
      ...row,
      ...Object.fromEntries(names.map((name) => [name, fromMicro(Number(row[name]))])),
    }));
}
