import { toBaseExact, storedTotal, sumExact } from '../exact-totals.ts';
import { convertMicro, fromMicro, type Ratio, toMicro, toSafeNumber } from '../quantity.ts';
import { type Exact, zero } from '../recipes/exact.ts';
import type { ShareBasis } from './bases.ts';
import { type ShareRuleSentence, computeFairShare, type ShareTerms, type ShareReason } from './share.ts';

/** An order line that asks for an item, as it travels: what is asked in its own unit, the branch's figures in base units. */
export interface ShareLine {
  lineId: string;
  branch: string;
  tie: string;
  /** Base units in one unit of the line. */
  unitNum: number;
  unitDen: number;
  /** The least that is given at a time, in the line's unit: 1 of what is not divided, else its last decimal. */
  step: number;
  isWhole: boolean;
  asked: number;
  priority: number;
  usual: number | null;
  usePerDay: number | null;
  /** On hand at the branch and on the way to it. */
  has: number;
}

/** What there is of an item at the kitchen, in base units. */
export interface ShareSupply {
  onHand: number;
  /** Of it on hold or expired. */
  unusable: number;
  /** Of it held for lines that are picked already, or of orders that are not shared with. */
  heldElsewhere: number;
  keptBack: number;
}

/** What is proposed for a line, in millionths of its unit; `baseMicro` in base units. */
export interface LineShare {
  lineId: string;
  qtyMicro: number;
  baseMicro: number;
  shortMicro: number;
  /** Of what was asked, rounded down. */
  percent: number;
  why: ShareReason;
}

/** What is proposed of an item, in millionths of its base unit. */
export interface ItemShare {
  supplyMicro: number;
  askedMicro: number;
  givenMicro: number;
  leftMicro: number;
  basis: ShareBasis;
  rule: ShareRuleSentence[];
  lines: LineShare[];
}

export const shareUnitRatio = ({ unitNum, unitDen }: Pick<ShareLine, 'unitNum' | 'unitDen'>): Ratio => ({
  num: unitNum,
  den: unitDen,
});

/** What may be shared: usable, held for nobody else and not kept back; never below 0. In millionths of the base unit. */
export function shareableMicro({ onHand, unusable, heldElsewhere, keptBack }: ShareSupply): number {
  const micro = [onHand, -unusable, -heldElsewhere, -keptBack].reduce(
    (sum, qty) => sum + BigInt(toMicro(qty)),
    0n,
  );
  return micro > 0n ? toSafeNumber(micro) : 0;
}

/** What the rule proposes of one item. @throws QuantityError beyond exact numbers. */
export function proposeShares(
  supply: ShareSupply,
  lines: readonly ShareLine[],
  terms: ShareTerms,
): ItemShare {
  const requests = lines.map((line) => {
    const ratio = shareUnitRatio(line);
    return {
      id: line.lineId,
      branch: line.branch,
      tie: line.tie,
      askedMicro: convertMicro(toMicro(line.asked), ratio),
      packMicro: Math.max(1, convertMicro(toMicro(line.step), ratio)),
      isWhole: line.isWhole || line.step >= 1,
      priority: line.priority,
      usualMicro: line.usual === null ? null : toMicro(line.usual),
      useMicro: line.usePerDay === null ? null : toMicro(line.usePerDay),
      hasMicro: toMicro(Math.max(0, line.has)),
    };
  });
  const there = shareableMicro(supply);
  // Compared exactly: where all that is asked is there, rounding each line takes nothing from anybody.
  const askedMicro = storedTotal(sumExact(lines.map((line) => exactBase(line, toMicro(line.asked)))), there);
  const isEnough = askedMicro <= there;
  const roundedMicro = sumMicro(requests.map((request) => request.askedMicro));
  const shared = computeFairShare(isEnough ? Math.max(there, roundedMicro) : there, requests, terms);
  const { given, why, basis, rule } = shared;
  const leftMicro = isEnough ? there - askedMicro : shared.leftMicro;
  const shares = lines.map((line, at): LineShare => {
    const { askedMicro = 0, packMicro = 1 } = requests[at] ?? {};
    const baseMicro = given.get(line.lineId) ?? 0;
    const qtyMicro = inUnits(baseMicro, { line, askedMicro, packMicro });
    return {
      lineId: line.lineId,
      qtyMicro,
      baseMicro,
      shortMicro: toMicro(line.asked) - qtyMicro,
      percent: sharePercent(baseMicro, askedMicro),
      why: why.get(line.lineId) ?? 'all',
    };
  });
  const givenMicro = sumMicro(shares.map(({ baseMicro }) => baseMicro));
  return {
    supplyMicro: there,
    askedMicro,
    givenMicro: isEnough ? Math.min(there, givenMicro) : givenMicro,
    leftMicro,
    basis,
    rule,
    lines: shares,
  };
}

/** A share in the unit of its line: as many steps as packs, so that what is whole stays whole whatever the unit's size. */
function inUnits(
  baseMicro: number,
  { line, askedMicro, packMicro }: { line: ShareLine; askedMicro: number; packMicro: number },
): number {
  if (baseMicro >= askedMicro) return toMicro(line.asked);
  return toSafeNumber((BigInt(baseMicro) / BigInt(packMicro)) * BigInt(toMicro(line.step)));
}

/** How much of what was asked, in whole percent, rounded down: 100 is all of it. */
export function sharePercent(givenMicro: number, askedMicro: number): number {
  return askedMicro <= 0 ? 100 : Number((BigInt(givenMicro) * 100n) / BigInt(askedMicro));
}

/** Where shares that people typed stand against what there is: what is left of it, or by how much they go beyond it. */
export interface ShareBalance {
  givenMicro: number;
  leftMicro: number;
  beyondMicro: number;
}

/** What a line gets, in millionths of its unit. */
export interface EnteredShare {
  line: Pick<ShareLine, 'unitNum' | 'unitDen'>;
  qtyMicro: number;
}

const exactBase = ({ unitNum, unitDen }: EnteredShare['line'], qtyMicro: number): Exact =>
  unitNum === 0 || unitDen === 0 ? zero : toBaseExact({ qtyMicro, unitNum, unitDen });

/** Adds up shares against the supply, exactly: 1 + 1 + 4 pieces are a case of 6. */
export function balanceShares(supply: number, shares: readonly EnteredShare[]): ShareBalance {
  const givenMicro = storedTotal(
    sumExact(shares.map(({ line, qtyMicro }) => exactBase(line, qtyMicro))),
    supply,
  );
  return {
    givenMicro,
    leftMicro: Math.max(0, supply - givenMicro),
    beyondMicro: Math.max(0, givenMicro - supply),
  };
}

const sumMicro = (all: readonly number[]): number =>
  toSafeNumber(all.reduce((sum, micro) => sum + BigInt(micro), 0n));

/** The step of a unit on the wire: 1 of what is not divided, else its last decimal. */
export const unitStep = ({ wholeOnly, decimals }: { wholeOnly: boolean; decimals: number }): number =>
  wholeOnly ? 1 : fromMicro(10 ** (6 - Math.max(0, Math.min(6, decimals))));
