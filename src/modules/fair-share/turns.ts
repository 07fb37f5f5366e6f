import { compareCodes } from '#core/text.ts';

/** The packs of a line in one round, and the quantity allocated so far. */
export interface SharePart {
  id: string;
  sizeMicro: bigint;
  packMicro: bigint;
  allocatedMicro: bigint;
}

/** A branch in one round. */
export interface ShareTurn {
  /** Breaks ties between packs that are due at the same moment. */
  tie: string;
  parts: SharePart[];
  /** Quantity that the branch already has or was allocated when the round begins. */
  offset: bigint;
  weight: bigint;
}

export interface Fraction {
  num: bigint;
  den: bigint;
}

export const sumPartSizes = (parts: readonly SharePart[]) =>
  parts.reduce((sum, { sizeMicro }) => sum + sizeMicro, 0n);

export interface ServedTurns {
  remaining: bigint;
  isDone: boolean;
  /** The moment at which serving stopped; null if everything was served. */
  moment: Fraction | null;
}

/**
 * Allocates packs in the order in which they are due until one doesn't fit, and records the quantities in the
 * parts. A pack is due at its midpoint: `(offset + preceding packs + half the pack) / weight`.
 */
export function serveTurns(turns: readonly ShareTurn[], supply: bigint): ServedTurns {
  const total = turns.reduce((sum, { parts }) => sum + sumPartSizes(parts), 0n);
  if (total <= supply) {
    for (const { parts } of turns) for (const part of parts) part.allocatedMicro = part.sizeMicro;
    return { remaining: supply - total, isDone: true, moment: null };
  }
  const scale = computeScale(turns);
  let [low, high] = [0n, computeLastTick(turns, scale)];
  // Finds the last tick up to which everything due fits.
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (turns.reduce((sum, turn) => sum + computeTurnDue(turn, middle, scale), 0n) <= supply) low = middle;
    else high = middle;
  }
  let remaining = supply;
  for (const turn of turns) remaining -= allocateThrough(turn, low, scale);
  const next = turns.flatMap((turn) => listNextPacks(turn, low + 1n, scale)).toSorted(compareByMoment);
  for (const pack of next) {
    if (pack.sizeMicro > remaining) return { remaining, isDone: false, moment: getMoment(pack) };
    pack.part.allocatedMicro += pack.sizeMicro;
    remaining -= pack.sizeMicro;
  }
  return { remaining, isDone: false, moment: { num: low + 1n, den: scale } };
}

/** Returns a scale on which no branch has more than a few packs within one tick. */
const computeScale = (turns: readonly ShareTurn[]): bigint =>
  turns
    .flatMap(({ weight, parts }) => parts.map(({ packMicro }) => weight / packMicro + 1n))
    .reduce(maxBigint, 1n);

/** Returns a tick by which the whole round is due. */
const computeLastTick = (turns: readonly ShareTurn[], scale: bigint): bigint =>
  turns
    .map(({ offset, weight, parts }) => ((offset + sumPartSizes(parts)) * scale) / weight + 1n)
    .reduce(maxBigint, 1n);

/** Returns the quantity of a turn that is due by a tick. */
function computeTurnDue(turn: ShareTurn, tick: bigint, scale: bigint): bigint {
  let [start, due] = [turn.offset, 0n];
  for (const part of turn.parts) {
    const share = computePartDue(part, start, turn.weight * tick, scale);
    due += share;
    if (share < part.sizeMicro) return due;
    start += part.sizeMicro;
  }
  return due;
}

function allocateThrough(turn: ShareTurn, tick: bigint, scale: bigint): bigint {
  let [start, sum] = [turn.offset, 0n];
  for (const part of turn.parts) {
    part.allocatedMicro = computePartDue(part, start, turn.weight * tick, scale);
    sum += part.allocatedMicro;
    if (part.allocatedMicro < part.sizeMicro) return sum;
    start += part.sizeMicro;
  }
  return sum;
}

/**
 * Returns the quantity of a part that is due when `reach / scale` of its turn is due. A pack is due at its
 * midpoint.
 */
function computePartDue(
  { sizeMicro, packMicro }: SharePart,
  start: bigint,
  reach: bigint,
  scale: bigint,
): bigint {
  const distance = reach - start * scale;
  if (distance < 0n) return 0n;
  const packs = minBigint(
    (2n * distance + packMicro * scale) / (2n * packMicro * scale),
    sizeMicro / packMicro,
  );
  const wholePacks = packs * packMicro;
  const lastMicro = sizeMicro - wholePacks;
  return lastMicro > 0n && lastMicro < packMicro && (2n * wholePacks + lastMicro) * scale <= 2n * distance
    ? sizeMicro
    : wholePacks;
}

interface Pack {
  part: SharePart;
  sizeMicro: bigint;
  /** Twice the quantity that is due at that moment, to be divided by `weight`. */
  doubledDue: bigint;
  weight: bigint;
  tie: string;
}

/** Returns the packs that are due by a tick and not allocated yet. */
function listNextPacks(turn: ShareTurn, tick: bigint, scale: bigint): Pack[] {
  const packs: Pack[] = [];
  let start = turn.offset;
  for (const part of turn.parts) {
    for (let from = part.allocatedMicro; from < part.sizeMicro; ) {
      const sizeMicro = minBigint(part.packMicro, part.sizeMicro - from);
      const doubledDue = 2n * (start + from) + sizeMicro;
      if (doubledDue * scale > 2n * turn.weight * tick) return packs;
      packs.push({ part, sizeMicro, doubledDue, weight: turn.weight, tie: turn.tie });
      from += sizeMicro;
    }
    start += part.sizeMicro;
  }
  return packs;
}

function compareByMoment(a: Pack, b: Pack): number {
  const [left, right] = [a.doubledDue * b.weight, b.doubledDue * a.weight];
  if (left !== right) return left < right ? -1 : 1;
  return compareCodes(a.tie, b.tie);
}

const getMoment = ({ doubledDue, weight }: Pack): Fraction => ({ num: doubledDue, den: 2n * weight });

export function minBigint(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function maxBigint(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
