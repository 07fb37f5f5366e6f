import { compareCodes } from '#core/text.ts';

/** The packs of a line in one round, and the quantity given so far. */
export interface SharePart {
  id: string;
  sizeMicro: bigint;
  packMicro: bigint;
  givenMicro: bigint;
}

/** A branch in one round. */
export interface ShareTurn {
  /** Breaks ties between packs that are due at the same moment. */
  tie: string;
  parts: SharePart[];
  /** Head start when the round begins: what the branch already has or was given. */
  offset: bigint;
  weight: bigint;
}

export interface Fraction {
  num: bigint;
  den: bigint;
}

export const totalPartSize = (parts: readonly SharePart[]) =>
  parts.reduce((sum, { sizeMicro }) => sum + sizeMicro, 0n);

export interface ServedTurns {
  left: bigint;
  isDone: boolean;
  /** The moment at which serving stopped; null if everything was served. */
  moment: Fraction | null;
}

/**
 * Gives packs in the order of their due moments until one doesn't fit, and records the quantities in the
 * parts. A pack is due when half of it is: `(offset + preceding packs + half of it) / weight`.
 */
export function serveTurns(turns: readonly ShareTurn[], supply: bigint): ServedTurns {
  const total = turns.reduce((sum, { parts }) => sum + totalPartSize(parts), 0n);
  if (total <= supply) {
    for (const { parts } of turns) for (const part of parts) part.givenMicro = part.sizeMicro;
    return { left: supply - total, isDone: true, moment: null };
  }
  const scale = scaleFor(turns);
  let [low, high] = [0n, latestTick(turns, scale)];
  // The last tick up to which everything due fits.
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (turns.reduce((sum, turn) => sum + dueBy(turn, middle, scale), 0n) <= supply) low = middle;
    else high = middle;
  }
  let remaining = supply;
  for (const turn of turns) remaining -= giveUntil(turn, low, scale);
  const next = turns.flatMap((turn) => packsAfter(turn, low + 1n, scale)).toSorted(byMoment);
  for (const pack of next) {
    if (pack.sizeMicro > remaining) return { left: remaining, isDone: false, moment: momentOf(pack) };
    pack.part.givenMicro += pack.sizeMicro;
    remaining -= pack.sizeMicro;
  }
  return { left: remaining, isDone: false, moment: { num: low + 1n, den: scale } };
}

/** Fine enough that no branch has more than a few packs within one tick. */
const scaleFor = (turns: readonly ShareTurn[]): bigint =>
  turns
    .flatMap(({ weight, parts }) => parts.map(({ packMicro }) => weight / packMicro + 1n))
    .reduce(larger, 1n);

/** A tick at which all of a round is due. */
const latestTick = (turns: readonly ShareTurn[], scale: bigint): bigint =>
  turns
    .map(({ offset, weight, parts }) => ((offset + totalPartSize(parts)) * scale) / weight + 1n)
    .reduce(larger, 1n);

/** The quantity of a turn that is due by a tick. */
function dueBy(turn: ShareTurn, tick: bigint, scale: bigint): bigint {
  let [start, due] = [turn.offset, 0n];
  for (const part of turn.parts) {
    const share = dueOf(part, start, turn.weight * tick, scale);
    due += share;
    if (share < part.sizeMicro) return due;
    start += part.sizeMicro;
  }
  return due;
}

function giveUntil(turn: ShareTurn, tick: bigint, scale: bigint): bigint {
  let [start, sum] = [turn.offset, 0n];
  for (const part of turn.parts) {
    part.givenMicro = dueOf(part, start, turn.weight * tick, scale);
    sum += part.givenMicro;
    if (part.givenMicro < part.sizeMicro) return sum;
    start += part.sizeMicro;
  }
  return sum;
}

/**
 * The quantity of a part that is due where `reach / scale` of its turn is: a pack is due once half of it is.
 */
function dueOf({ sizeMicro, packMicro }: SharePart, start: bigint, reach: bigint, scale: bigint): bigint {
  const far = reach - start * scale;
  if (far < 0n) return 0n;
  const packs = smaller((2n * far + packMicro * scale) / (2n * packMicro * scale), sizeMicro / packMicro);
  const whole = packs * packMicro;
  const rest = sizeMicro - whole;
  return rest > 0n && rest < packMicro && (2n * whole + rest) * scale <= 2n * far ? sizeMicro : whole;
}

interface Pack {
  part: SharePart;
  sizeMicro: bigint;
  /** Twice the quantity that is due at that moment, to be divided by `weight`. */
  twice: bigint;
  weight: bigint;
  tie: string;
}

/** The packs after those already given, up to a tick. */
function packsAfter(turn: ShareTurn, tick: bigint, scale: bigint): Pack[] {
  const packs: Pack[] = [];
  let start = turn.offset;
  for (const part of turn.parts) {
    for (let from = part.givenMicro; from < part.sizeMicro; ) {
      const sizeMicro = smaller(part.packMicro, part.sizeMicro - from);
      const twice = 2n * (start + from) + sizeMicro;
      if (twice * scale > 2n * turn.weight * tick) return packs;
      packs.push({ part, sizeMicro, twice, weight: turn.weight, tie: turn.tie });
      from += sizeMicro;
    }
    start += part.sizeMicro;
  }
  return packs;
}

function byMoment(a: Pack, b: Pack): number {
  const [left, right] = [a.twice * b.weight, b.twice * a.weight];
  if (left !== right) return left < right ? -1 : 1;
  return compareCodes(a.tie, b.tie);
}

const momentOf = ({ twice, weight }: Pack): Fraction => ({ num: twice, den: 2n * weight });

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
