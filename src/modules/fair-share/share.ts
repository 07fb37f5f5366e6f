import { compareCodes } from '#core/text.ts';
import { fromMicro, toSafeNumber } from '#core/quantity.ts';
import type { ShareBasis } from './bases.ts';
import {
  type Fraction,
  maxBigint,
  type SharePart,
  serveTurns,
  sumPartSizes,
  minBigint,
  type ShareTurn,
} from './turns.ts';

/** Defaults: share by ordered quantity; quantities above three typical orders are allocated last. */
export const defaultShareTerms: ShareTerms = { basis: 'ordered', cap: 3 };

/** Sharing terms of a kitchen. */
export interface ShareTerms {
  basis: ShareBasis;
  /** Quantities above this multiple of the typical order are allocated last; null for no limit. */
  cap: number | null;
}

/** One order line for an item, in millionths of the item's base unit. */
export interface ShareRequest {
  id: string;
  /** The ordering branch; its lines form one claim and are filled in the order of `tie`. */
  branch: string;
  /** Breaks ties: the lower string comes first. Unique. */
  tie: string;
  requestedMicro: number;
  /** Indivisible quantity above 0. Shares are multiples of it, except for the remainder of an order. */
  packMicro: number;
  /** Whether `packMicro` is a pack or piece rather than the last decimal of a weight. */
  isWhole: boolean;
  /** Priority of the branch's category; lower numbers are supplied first. */
  priority: number;
  /** The branch's average order of the item; null if it has never ordered it. */
  typicalMicro: number | null;
  /** The branch's daily usage; null if unknown. */
  usageMicro: number | null;
  /** The branch's stock, including goods in transit. */
  stockMicro: number;
}

/**
 * Reason for a line's quantity: `all`, the full order; `share`, a part of the supply; `covered`, the branch
 * already has as many days of cover as the others receive; `capped`, no allocation above its cap; `later`,
 * the stock went to a category with higher priority; `none`, not enough for one more pack.
 */
export type ShareReason = 'all' | 'share' | 'covered' | 'capped' | 'later' | 'none';

/** The rule as sentences, each a code with parameters. Branches are ids, quantities are in base units. */
export type ShareRuleSentence =
  | { code: 'nothing' | 'enough' | 'no-usage' }
  | { code: 'by-ordered' | 'by-use'; percent: number; wholePacks: boolean }
  | { code: 'by-cover'; tenthsOfDays: number; wholePacks: boolean }
  | { code: 'first' | 'later' | 'usage-estimated' | 'remainder-to'; branches: string[] }
  | { code: 'capped'; branches: string[]; times: number }
  | { code: 'remaining'; qty: number };

export interface ShareResult {
  /** Allocated quantity by line, in millionths of the base unit. */
  allocated: ReadonlyMap<string, number>;
  reasons: ReadonlyMap<string, ShareReason>;
  /** Supply that isn't allocated because all orders are filled or the next pack doesn't fit. */
  remainingMicro: number;
  /** Basis applied: the ordered quantity if no branch has usage data. */
  basis: ShareBasis;
  rule: ShareRuleSentence[];
}

/**
 * Computes the fair share of an item in short supply.
 *
 * Branches take turns: a pack is due at its midpoint (a pack that takes a branch from 4 to 5 of 20 is due at
 * 4.5 of 20), and packs are allocated in this order until the next one doesn't fit (Webster/Sainte-Lague
 * method, with caps, offsets and packs). The order doesn't depend on the supply, so no branch gets less if
 * the supply increases. Branches in a higher-priority category come first; quantities above the cap come
 * last. The shares add up to the supply, or to the total ordered: exactly, in packs, if all lines use the
 * same pack; otherwise they fall short by less than the next pack.
 *
 * @param supplyMicro supply in millionths of the base unit; a negative supply counts as 0
 * @throws QuantityError OUT_OF_RANGE
 */
export function computeFairShare(
  supplyMicro: number,
  requests: readonly ShareRequest[],
  terms: ShareTerms,
): ShareResult {
  const claimants = requests.filter(({ requestedMicro }) => requestedMicro > 0).toSorted(compareByTie);
  const basis = chooseBasis(claimants, terms.basis);
  const claims = buildClaims(claimants, basis, terms.cap);
  const supply = BigInt(Math.max(0, supplyMicro));
  const rounds = buildRounds(claims, basis);
  let remaining = supply;
  let lastRound: Round | null = null;
  let moment: Fraction | null = null;
  for (const round of rounds) {
    const result = serveTurns(round.turns, remaining);
    remaining = result.remaining;
    if (result.isDone) continue;
    lastRound = round;
    moment = result.moment;
    break;
  }
  const shares = new Map(claimants.map(({ id }) => [id, 0]));
  for (const round of rounds)
    for (const turn of round.turns) for (const part of turn.parts) shares.set(part.id, addPart(shares, part));
  for (const { id } of requests) if (!shares.has(id)) shares.set(id, 0);
  const reasons = new Map(
    requests.map((request) => [request.id, explainShare(request, shares, claims, lastRound)]),
  );
  const outcome = { supply, remaining, claims, rounds, lastRound, moment };
  return {
    allocated: shares,
    reasons,
    remainingMicro: toSafeNumber(remaining),
    basis,
    rule: describeRule(outcome, { terms, basis }),
  };
}

const compareByTie = (a: ShareRequest, b: ShareRequest) => compareCodes(a.tie, b.tie);

/** A branch in one round. */
interface BranchTurn extends ShareTurn {
  claim: Claim;
}

/** Branches served at the same time. */
interface Round {
  priority: number;
  isAboveCap: boolean;
  turns: BranchTurn[];
}

interface Claim {
  branch: string;
  tie: string;
  priority: number;
  lines: ShareRequest[];
  isWhole: boolean;
  requestedMicro: bigint;
  /** Packs that start below the cap, and those at or above it. */
  withinCap: SharePart[];
  aboveCap: SharePart[];
  withinCapMicro: bigint;
  stockMicro: bigint;
  usageMicro: bigint;
}

function chooseBasis(claimants: readonly ShareRequest[], requestedBasis: ShareBasis): ShareBasis {
  if (requestedBasis === 'ordered') return requestedBasis;
  return claimants.some(({ usageMicro }) => (usageMicro ?? 0) > 0) ? requestedBasis : 'ordered';
}

/** Combines the lines of each branch into one claim, so that several orders don't give it an advantage. */
function buildClaims(claimants: readonly ShareRequest[], basis: ShareBasis, cap: number | null): Claim[] {
  return [...Map.groupBy(claimants, ({ branch, priority }) => `${priority} ${branch}`).values()].map(
    (lines) => {
      const first = lines[0] as ShareRequest;
      const linesWithHistory = lines.filter(({ typicalMicro }) => typicalMicro !== null);
      const usual = linesWithHistory.reduce((max, { typicalMicro }) => Math.max(max, typicalMicro ?? 0), 0);
      const limit =
        cap === null || linesWithHistory.length === 0 || usual <= 0 ? null : BigInt(usual) * BigInt(cap);
      const [withinCap, aboveCap] = splitAtCap(lines, limit);
      return {
        branch: first.branch,
        tie: first.tie,
        priority: first.priority,
        lines,
        isWhole: lines.some((line) => line.isWhole),
        requestedMicro: lines.reduce((sum, { requestedMicro }) => sum + BigInt(requestedMicro), 0n),
        withinCap,
        aboveCap,
        withinCapMicro: sumPartSizes(withinCap),
        stockMicro: basis === 'cover' ? BigInt(Math.max(0, first.stockMicro)) : 0n,
        usageMicro: BigInt(Math.max(0, first.usageMicro ?? 0)),
      };
    },
  );
}

/** Splits packs into those that begin before the limit and those at or after it. */
function splitAtCap(lines: readonly ShareRequest[], limit: bigint | null): [SharePart[], SharePart[]] {
  const [withinCap, aboveCap]: [SharePart[], SharePart[]] = [[], []];
  let startMicro = 0n;
  for (const { id, requestedMicro, packMicro } of lines) {
    const [ordered, pack] = [BigInt(requestedMicro), BigInt(Math.max(1, packMicro))];
    const sizeWithinCap =
      limit === null ? ordered : minBigint(ordered, roundUp(maxBigint(0n, limit - startMicro), pack));
    const sizeAboveCap = ordered - sizeWithinCap;
    if (sizeWithinCap > 0n)
      withinCap.push({ id, sizeMicro: sizeWithinCap, packMicro: pack, allocatedMicro: 0n });
    if (sizeAboveCap > 0n)
      aboveCap.push({ id, sizeMicro: sizeAboveCap, packMicro: pack, allocatedMicro: 0n });
    startMicro += ordered;
  }
  return [withinCap, aboveCap];
}

const roundUp = (qty: bigint, pack: bigint) => ((qty + pack - 1n) / pack) * pack;

/**
 * Returns the rounds in serving order: quantities below the cap by category, then quantities above it by
 * category.
 */
function buildRounds(claims: readonly Claim[], basis: ShareBasis): Round[] {
  const weightByClaim = computeWeights(claims, basis);
  const priorities = [...new Set(claims.map(({ priority }) => priority))].toSorted((a, b) => a - b);
  return [false, true].flatMap((isAboveCap) =>
    priorities.flatMap((priority): Round[] => {
      const turns = claims
        .filter((claim) => claim.priority === priority)
        .map((claim): BranchTurn => {
          const parts = isAboveCap ? claim.aboveCap : claim.withinCap;
          const isByOrder = basis === 'ordered';
          return {
            claim,
            tie: claim.tie,
            parts,
            weight: isByOrder ? sumPartSizes(parts) : (weightByClaim.get(claim) ?? 1n),
            offset: isByOrder ? 0n : claim.stockMicro + (isAboveCap ? claim.withinCapMicro : 0n),
          };
        })
        .filter(({ parts }) => parts.length > 0);
      return turns.length === 0 ? [] : [{ priority, isAboveCap, turns }];
    }),
  );
}

/**
 * Returns usage per day on a common scale; a branch without known usage is assumed to use the same share of
 * its order as the others.
 */
function computeWeights(claims: readonly Claim[], basis: ShareBasis): Map<Claim, bigint> {
  if (basis === 'ordered') return new Map();
  const withUsage = claims.filter(({ usageMicro }) => usageMicro > 0n);
  const usedMicro = withUsage.reduce((sum, { usageMicro }) => sum + usageMicro, 0n);
  const orderedMicro = withUsage.reduce((sum, { requestedMicro }) => sum + requestedMicro, 0n);
  return new Map(
    claims.map((claim) => [
      claim,
      claim.usageMicro > 0n ? claim.usageMicro * orderedMicro : claim.requestedMicro * usedMicro,
    ]),
  );
}

const addPart = (shares: ReadonlyMap<string, number>, { id, allocatedMicro }: SharePart) =>
  toSafeNumber(BigInt(shares.get(id) ?? 0) + allocatedMicro);

function explainShare(
  { id, branch, requestedMicro }: ShareRequest,
  shares: ReadonlyMap<string, number>,
  claims: readonly Claim[],
  lastRound: Round | null,
): ShareReason {
  const qtyMicro = shares.get(id) ?? 0;
  if (qtyMicro >= requestedMicro || lastRound === null) return 'all';
  const claim = claims.find((claim) => claim.branch === branch && claim.lines.some((line) => line.id === id));
  if (!claim) return 'all';
  const lacksWithinCap = claim.withinCap.some((part) => part.allocatedMicro < part.sizeMicro);
  if (!lacksWithinCap) return 'capped';
  if (claim.priority > lastRound.priority) return 'later';
  if (qtyMicro > 0) return 'share';
  return claim.stockMicro > 0n ? 'covered' : 'none';
}

interface Outcome {
  supply: bigint;
  remaining: bigint;
  claims: readonly Claim[];
  rounds: readonly Round[];
  lastRound: Round | null;
  moment: Fraction | null;
}

function describeRule(
  { supply, remaining, claims, rounds, lastRound, moment }: Outcome,
  { terms, basis }: { terms: ShareTerms; basis: ShareBasis },
): ShareRuleSentence[] {
  if (lastRound === null) return [{ code: 'enough' }];
  if (supply === 0n) return [{ code: 'nothing' }];
  const sentences: ShareRuleSentence[] = [];
  const before = rounds.slice(0, rounds.indexOf(lastRound)).filter(({ isAboveCap }) => !isAboveCap);
  const servedBranches = lastRound.isAboveCap ? [] : before.flatMap(getBranchIds);
  if (servedBranches.length > 0) sentences.push({ code: 'first', branches: servedBranches });
  if (basis !== terms.basis) sentences.push({ code: 'no-usage' });
  sentences.push(buildMainSentence(lastRound, moment, basis));
  const roundedUp = findRoundedUp(lastRound, basis);
  if (roundedUp.length > 0) sentences.push({ code: 'remainder-to', branches: roundedUp });
  const laterRounds = rounds.filter((round) => !round.isAboveCap && round.priority > lastRound.priority);
  const later = lastRound.isAboveCap ? [] : laterRounds.flatMap(getBranchIds);
  if (later.length > 0) sentences.push({ code: 'later', branches: later });
  const capped = claims.filter(({ aboveCap }) =>
    aboveCap.some((part) => part.allocatedMicro < part.sizeMicro),
  );
  if (capped.length > 0 && terms.cap !== null)
    sentences.push({ code: 'capped', branches: capped.map(({ branch }) => branch), times: terms.cap });
  const estimated = basis === 'ordered' ? [] : claims.filter(({ usageMicro }) => usageMicro === 0n);
  if (estimated.length > 0)
    sentences.push({ code: 'usage-estimated', branches: estimated.map(({ branch }) => branch) });
  if (remaining > 0n) sentences.push({ code: 'remaining', qty: fromMicro(toSafeNumber(remaining)) });
  return sentences;
}

const getBranchIds = ({ turns }: Round) => turns.map(({ claim }) => claim.branch);

function buildMainSentence({ turns }: Round, moment: Fraction | null, basis: ShareBasis): ShareRuleSentence {
  const wholePacks = turns.some(({ claim }) => claim.isWhole);
  const allocatedMicro = sum(turns, (part) => part.allocatedMicro);
  const sizeMicro = sum(turns, (part) => part.sizeMicro);
  if (basis === 'cover') {
    // Weights are usage per day multiplied by the total ordered by all branches with known usage.
    const [first] = turns.filter(({ claim }) => claim.usageMicro > 0n);
    const scale = first ? first.weight / first.claim.usageMicro : 1n;
    const tenths = moment === null ? 0n : (moment.num * scale * 10n) / moment.den;
    return { code: 'by-cover', tenthsOfDays: Number(tenths), wholePacks };
  }
  return { code: `by-${basis}`, percent: Number((allocatedMicro * 100n) / sizeMicro), wholePacks };
}

const sum = (turns: readonly ShareTurn[], select: (part: SharePart) => bigint) =>
  turns.flatMap(({ parts }) => parts).reduce((total, part) => total + select(part), 0n);

/** Returns the branches whose share was rounded up; none if quantities are divisible to the last decimal. */
function findRoundedUp({ turns }: Round, basis: ShareBasis): string[] {
  if (basis === 'cover') return [];
  const totalGivenMicro = sum(turns, ({ allocatedMicro }) => allocatedMicro);
  const weight = turns.reduce((total, turn) => total + turn.weight, 0n);
  const roundedUp = turns.filter((turn) => {
    const partsMicro = turn.parts.reduce((total, part) => total + part.allocatedMicro, 0n);
    return (
      turn.claim.isWhole &&
      partsMicro * weight > totalGivenMicro * turn.weight &&
      partsMicro < sumPartSizes(turn.parts)
    );
  });
  return roundedUp.map(({ claim }) => claim.branch);
}
