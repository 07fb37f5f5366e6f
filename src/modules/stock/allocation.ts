import { toSafeNumber } from '#core/quantity.ts';

/** A claim on scarce stock, in base units. */
export interface StockClaim {
  id: string;
  qtyMicro: number;
  /** Priority of the branch category; claims with lower numbers are served first. */
  priority: number;
  /** Indivisible pack: quantities in the shared tier are multiples of it. Null for any quantity. */
  packMicro: number | null;
}

/**
 * Allocates scarce stock. Whole priority tiers are served while supply lasts. The first tier that can't be
 * served in full shares the rest pro rata, rounded down to whole packs; the remaining packs go to the claims
 * with the largest fractions (ties in input order). Later tiers get nothing. No claim gets more than it
 * requests, and the total never exceeds the available stock.
 *
 * @returns quantity by claim id, in base units
 */
export function allocateStock(availableMicro: number, claims: readonly StockClaim[]): Map<string, number> {
  const grantedMicro = new Map(claims.map(({ id }) => [id, 0]));
  const priorities = [...new Set(claims.map((claim) => claim.priority))].sort((a, b) => a - b);
  let remainingMicro = BigInt(Math.max(0, availableMicro));
  for (const priority of priorities) {
    const tier = claims.filter((claim) => claim.priority === priority && claim.qtyMicro > 0);
    const totalMicro = tier.reduce((sum, claim) => sum + BigInt(claim.qtyMicro), 0n);
    if (totalMicro > remainingMicro) {
      for (const [id, qtyMicro] of shareTier(remainingMicro, totalMicro, tier))
        grantedMicro.set(id, qtyMicro);
      break;
    }
    for (const claim of tier) grantedMicro.set(claim.id, claim.qtyMicro);
    remainingMicro -= totalMicro;
  }
  return grantedMicro;
}

function shareTier(
  availableMicro: bigint,
  totalMicro: bigint,
  tier: readonly StockClaim[],
): [string, number][] {
  const shares = tier.map((claim) => {
    const requestedMicro = BigInt(claim.qtyMicro);
    const packMicro = BigInt(claim.packMicro ?? 1);
    // The exact share multiplied by totalMicro, which keeps it an integer.
    const scaledShare = availableMicro * requestedMicro;
    const packs = scaledShare / totalMicro / packMicro;
    const grantedMicro = packs * packMicro;
    const fraction = Number(scaledShare - grantedMicro * totalMicro) / Number(totalMicro * packMicro);
    return { id: claim.id, requestedMicro, packMicro, grantedMicro, fraction };
  });
  let remainingMicro = shares.reduce((left, claim) => left - claim.grantedMicro, availableMicro);
  for (const claim of [...shares].sort((a, b) => b.fraction - a.fraction)) {
    const stepMicro = min(claim.packMicro, claim.requestedMicro - claim.grantedMicro);
    if (stepMicro <= 0n || stepMicro > remainingMicro) continue;
    claim.grantedMicro += stepMicro;
    remainingMicro -= stepMicro;
  }
  return shares.map((claim) => [claim.id, toSafeNumber(claim.grantedMicro)]);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
