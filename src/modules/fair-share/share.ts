import { compareCodes } from '#core/text.ts';
import { fromMicro, toSafeNumber } from '#core/quantity.ts';
import type { ShareBasis } from './bases.ts';
import {
  type Fraction,
  larger,
  type SharePart,
  serveTurns,
  totalPartSize,
  smaller,
  type ShareTurn,
} from './turns.ts';

/** Defaults: share by ordered quantity; quantities above three typical orders are served last. */
export const defaultShareTerms: ShareTerms = { basis: 'ordered', cap: 3 };

/** Sharing terms of a kitchen. */
export interface ShareTerms {
  basis: ShareBasis;
  /** Quantities above this multiple of the typical order are served last; null for no limit. */
  cap: number | null;
}

/** One order line for an item, in millionths of the item's base unit. */
export interface ShareRequest {
  id: string;
  /** The ordering branch; its lines form one claim and are filled in the order of `tie`. */
  branch: string;
  /** Breaks ties: the lower text first. Unique. */
  tie: string;
  askedMicro: number;
  /** Indivisible quantity: shares are multiples of it, except for the remainder of an order. Above 0. */
  packMicro: number;
  /** Whether `packMicro` is a pack or piece rather than the last decimal of a weight. */
  isWhole: boolean;
  /** Priority of the branch's category; lower is served first. */
  priority: number;
  /** The branch's average order of the item; null if it never ordered any. */
  usualMicro: number | null;
  /** The branch's daily usage; null if unknown. */
  useMicro: number | null;
  /** The branch's stock, in transit included. */
  hasMicro: number;
}

/**
 * Reason for a line's quantity: `all`, the full order; `share`, a part of the supply; `covered`, the branch
 * already has the cover that others are filled up to; `capped`, nothing above its typical order; `later`, the
 * stock went to a category with higher priority; `none`, not enough for one more pack.
 */
export type ShareReason = 'all' | 'share' | 'covered' | 'capped' | 'later' | 'none';

/** The rule as sentences, each a code with parameters. Branches are ids, quantities are in base units. */
export type ShareRuleSentence =
  | { code: 'nothing' | 'enough' | 'no-use' }
  | { code: 'by-ordered' | 'by-use'; percent: number; wholePacks: boolean }
  | { code: 'by-cover'; tenthsOfDays: number; wholePacks: boolean }
  | { code: 'first' | 'later' | 'use-guessed' | 'rest-to'; branches: string[] }
  | { code: 'capped'; branches: string[]; times: number }
  | { code: 'left-over'; qty: number };

export interface ShareResult {
  /** Allocated quantity by line, in millionths of the base unit. */
  given: ReadonlyMap<string, number>;
  why: ReadonlyMap<string, ShareReason>;
  /** Supply that isn't allocated, because nothing more is ordered or the next pack doesn't fit. */
  leftMicro: number;
  /** The basis used: ordered quantity if no branch's usage is known. */
  basis: ShareBasis;
  rule: ShareRuleSentence[];
}

/**
 * Computes the fair share of an item in short supply.
 * Branches take turns: a pack is due when half of it is due by the basis (a pack that takes a branch from 4
 * to 5 of 20 is due at 4.5 of 20), and packs are allocated in this order until the next one doesn't fit
 * (Webster/Sainte-Lague method, with caps, offsets and packs). The order doesn't depend on the supply, so no
 * branch gets less if the supply increases. Branches in a higher-priority category come first; quantities
 * above the cap come last.
 * The shares add up to the supply, or to the total ordered: exactly, in packs, if all lines use the same
 * pack; otherwise they fall short by less than the next pack.
 *
 * @param supplyMicro supply in millionths of the base unit; a negative supply counts as 0
 * @throws QuantityError OUT_OF_RANGE
 */
export function computeFairShare(
  supplyMicro: number,
  requests: readonly ShareRequest[],
  terms: ShareTerms,
): ShareResult {
  const claimants = requests.filter(({ askedMicro }) => askedMicro > 0).toSorted(byTie);
  const basis = basisFor(claimants, terms.basis);
  const claims = buildClaims(claimants, basis, terms.cap);
  const supply = BigInt(Math.max(0, supplyMicro));
  const rounds = buildRounds(claims, basis);
  let remaining = supply;
  let lastRound: Round | null = null;
  let moment: Fraction | null = null;
  for (const round of rounds) {
    const served = serveTurns(round.turns, remaining);
    remaining = served.left;
    if (served.isDone) continue;
    lastRound = round;
    moment = served.moment;
    break;
  }
  const shares = new Map(claimants.map(({ id }) => [id, 0]));
  for (const round of rounds)
    for (const turn of round.turns) for (const part of turn.parts) shares.set(part.id, addPart(shares, part));
  for (const { id } of requests) if (!shares.has(id)) shares.set(id, 0);
  const reason = new Map(
    requests.map((request) => [request.id, explainShare(request, shares, claims, lastRound)]),
  );
  const outcome = { supply, left: remaining, claims, rounds, lastRound, moment };
  return {
    given: shares,
    why: reason,
    leftMicro: toSafeNumber(remaining),
    basis,
    rule: describeRule(outcome, { terms, basis }),
  };
}

const byTie = (a: ShareRequest, b: ShareRequest) => compareCodes(a.tie, b.tie);

/** A branch in one round. */
interface BranchTurn extends ShareTurn {
  claim: Claim;
}

/** Branches served at the same time. */
interface Round {
  priority: number;
  isBeyondCap: boolean;
  turns: BranchTurn[];
}

interface Claim {
  branch: string;
  tie: string;
  priority: number;
  lines: ShareRequest[];
  isWhole: boolean;
  askedMicro: bigint;
  /** The part below the cap, in whole packs. */
  within: SharePart[];
  beyond: SharePart[];
  withinMicro: bigint;
  hasMicro: bigint;
  useMicro: bigint;
}

function basisFor(claimants: readonly ShareRequest[], requestedBasis: ShareBasis): ShareBasis {
  if (requestedBasis === 'ordered') return requestedBasis;
  return claimants.some(({ useMicro }) => (useMicro ?? 0) > 0) ? requestedBasis : 'ordered';
}

/** Combines the lines of each branch into one claim, so that several orders don't give it an advantage. */
function buildClaims(claimants: readonly ShareRequest[], basis: ShareBasis, cap: number | null): Claim[] {
  return [...Map.groupBy(claimants, ({ branch, priority }) => `${priority} ${branch}`).values()].map(
    (lines) => {
      const first = lines[0] as ShareRequest;
      const ordersBefore = lines.filter(({ usualMicro }) => usualMicro !== null);
      const usual = ordersBefore.reduce((max, { usualMicro }) => Math.max(max, usualMicro ?? 0), 0);
      const limit =
        cap === null || ordersBefore.length === 0 || usual <= 0 ? null : BigInt(usual) * BigInt(cap);
      const [within, beyond] = splitAt(lines, limit);
      return {
        branch: first.branch,
        tie: first.tie,
        priority: first.priority,
        lines,
        isWhole: lines.some((line) => line.isWhole),
        askedMicro: lines.reduce((sum, { askedMicro }) => sum + BigInt(askedMicro), 0n),
        within,
        beyond,
        withinMicro: totalPartSize(within),
        hasMicro: basis === 'cover' ? BigInt(Math.max(0, first.hasMicro)) : 0n,
        useMicro: BigInt(Math.max(0, first.useMicro ?? 0)),
      };
    },
  );
}

/** Splits packs into those that begin before the limit and those at or after it. */
function splitAt(lines: readonly ShareRequest[], limit: bigint | null): [SharePart[], SharePart[]] {
  const [within, beyond]: [SharePart[], SharePart[]] = [[], []];
  let reached = 0n;
  for (const { id, askedMicro, packMicro } of lines) {
    const [ordered, pack] = [BigInt(askedMicro), BigInt(Math.max(1, packMicro))];
    const room = limit === null ? ordered : smaller(ordered, roundUp(larger(0n, limit - reached), pack));
    if (room > 0n) within.push({ id, sizeMicro: room, packMicro: pack, givenMicro: 0n });
    if (ordered > room) beyond.push({ id, sizeMicro: ordered - room, packMicro: pack, givenMicro: 0n });
    reached += ordered;
  }
  return [within, beyond];
}

const roundUp = (qty: bigint, pack: bigint) => ((qty + pack - 1n) / pack) * pack;

/**
 * Returns the rounds in serving order: quantities below the cap by category, then quantities above it by
 * category.
 */
function buildRounds(claims: readonly Claim[], basis: ShareBasis): Round[] {
  const weightByClaim = computeWeights(claims, basis);
  const priorities = [...new Set(claims.map(({ priority }) => priority))].toSorted((a, b) => a - b);
  return [false, true].flatMap((isBeyondCap) =>
    priorities.flatMap((priority): Round[] => {
      const turns = claims
        .filter((claim) => claim.priority === priority)
        .map((claim): BranchTurn => {
          const parts = isBeyondCap ? claim.beyond : claim.within;
          const isByOrder = basis === 'ordered';
          return {
            claim,
            tie: claim.tie,
            parts,
            weight: isByOrder ? totalPartSize(parts) : (weightByClaim.get(claim) ?? 1n),
            offset: isByOrder ? 0n : claim.hasMicro + (isBeyondCap ? claim.withinMicro : 0n),
          };
        })
        .filter(({ parts }) => parts.length > 0);
      return turns.length === 0 ? [] : [{ priority, isBeyondCap, turns }];
    }),
  );
}

/**
 * Returns usage per day on a common scale; a branch without known usage is assumed to use the same share of
 * its order as the others.
 */
function computeWeights(claims: readonly Claim[], basis: ShareBasis): Map<Claim, bigint> {
  if (basis === 'ordered') return new Map();
  const withUsage = claims.filter(({ useMicro }) => useMicro > 0n);
  const usedMicro = withUsage.reduce((sum, { useMicro }) => sum + useMicro, 0n);
  const orderedMicro = withUsage.reduce((sum, { askedMicro }) => sum + askedMicro, 0n);
  return new Map(
    claims.map((claim) => [
      claim,
      claim.useMicro > 0n ? claim.useMicro * orderedMicro : claim.askedMicro * usedMicro,
    ]),
  );
}

const addPart = (shares: ReadonlyMap<string, number>, { id, givenMicro }: SharePart) =>
  toSafeNumber(BigInt(shares.get(id) ?? 0) + givenMicro);

function explainShare(
  { id, branch, askedMicro }: ShareRequest,
  shares: ReadonlyMap<string, number>,
  claims: readonly Claim[],
  lastRound: Round | null,
): ShareReason {
  const qtyMicro = shares.get(id) ?? 0;
  if (qtyMicro >= askedMicro || lastRound === null) return 'all';
  const claim = claims.find((claim) => claim.branch === branch && claim.lines.some((line) => line.id === id));
  if (!claim) return 'all';
  const missesWithin = claim.within.some((part) => part.givenMicro < part.sizeMicro);
  if (!missesWithin) return 'capped';
  if (claim.priority > lastRound.priority) return 'later';
  if (qtyMicro > 0) return 'share';
  return claim.hasMicro > 0n ? 'covered' : 'none';
}

interface Outcome {
  supply: bigint;
  left: bigint;
  claims: readonly Claim[];
  rounds: readonly Round[];
  lastRound: Round | null;
  moment: Fraction | null;
}

function describeRule(
  { supply, left, claims, rounds, lastRound, moment }: Outcome,
  { terms, basis }: { terms: ShareTerms; basis: ShareBasis },
): ShareRuleSentence[] {
  if (lastRound === null) return [{ code: 'enough' }];
  if (supply === 0n) return [{ code: 'nothing' }];
  const sentences: ShareRuleSentence[] = [];
  const before = rounds.slice(0, rounds.indexOf(lastRound)).filter(({ isBeyondCap }) => !isBeyondCap);
  const served = lastRound.isBeyondCap ? [] : before.flatMap(branchesIn);
  if (served.length > 0) sentences.push({ code: 'first', branches: served });
  if (basis !== terms.basis) sentences.push({ code: 'no-use' });
  sentences.push(mainSentence(lastRound, moment, basis));
  const roundedUp = findRoundedUp(lastRound, basis);
  if (roundedUp.length > 0) sentences.push({ code: 'rest-to', branches: roundedUp });
  const laterRounds = rounds.filter((round) => !round.isBeyondCap && round.priority > lastRound.priority);
  const later = lastRound.isBeyondCap ? [] : laterRounds.flatMap(branchesIn);
  if (later.length > 0) sentences.push({ code: 'later', branches: later });
  const capped = claims.filter(({ beyond }) => beyond.some((part) => part.givenMicro < part.sizeMicro));
  if (capped.length > 0 && terms.cap !== null)
    sentences.push({ code: 'capped', branches: capped.map(({ branch }) => branch), times: terms.cap });
  const estimated = basis === 'ordered' ? [] : claims.filter(({ useMicro }) => useMicro === 0n);
  if (estimated.length > 0)
    sentences.push({ code: 'use-guessed', branches: estimated.map(({ branch }) => branch) });
  if (left > 0n) sentences.push({ code: 'left-over', qty: fromMicro(toSafeNumber(left)) });
  return sentences;
}

const branchesIn = ({ turns }: Round) => turns.map(({ claim }) => claim.branch);

function mainSentence({ turns }: Round, moment: Fraction | null, basis: ShareBasis): ShareRuleSentence {
  const wholePacks = turns.some(({ claim }) => claim.isWhole);
  const givenMicro = sum(turns, (part) => part.givenMicro);
  const sizeMicro = sum(turns, (part) => part.sizeMicro);
  if (basis === 'cover') {
    // Weights are usage per day multiplied by the total ordered by all branches with known usage.
    const [first] = turns.filter(({ claim }) => claim.useMicro > 0n);
    const scale = first ? first.weight / first.claim.useMicro : 1n;
    const tenths = moment === null ? 0n : (moment.num * scale * 10n) / moment.den;
    return { code: 'by-cover', tenthsOfDays: Number(tenths), wholePacks };
  }
  return { code: `by-${basis}`, percent: Number((givenMicro * 100n) / sizeMicro), wholePacks };
}

const sum = (turns: readonly ShareTurn[], select: (part: SharePart) => bigint) =>
  turns.flatMap(({ parts }) => parts).reduce((total, part) => total + select(part), 0n);

/** Returns the branches whose share was rounded up; none if quantities are divisible to the last decimal. */
function findRoundedUp({ turns }: Round, basis: ShareBasis): string[] {
  if (basis === 'cover') return [];
  const totalGivenMicro = sum(turns, ({ givenMicro }) => givenMicro);
  const weight = turns.reduce((total, turn) => total + turn.weight, 0n);
  const roundedUp = turns.filter((turn) => {
    const partsMicro = turn.parts.reduce((total, part) => total + part.givenMicro, 0n);
    return (
      turn.claim.isWhole &&
      partsMicro * weight > totalGivenMicro * turn.weight &&
      partsMicro < totalPartSize(turn.parts)
    );
  });
  return roundedUp.map(({ claim }) => claim.branch);
}
