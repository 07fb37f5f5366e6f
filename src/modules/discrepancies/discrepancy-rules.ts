import { wrongItemReason } from '#core/reasons/read-reason.ts';
import { computeEffectiveQuantities, findReceiptProblem } from '#modules/orders/lines.ts';
import { type ShipmentQuantities } from '#modules/orders/line-quantities.ts';

export const discrepancyTypes = ['short', 'damaged', 'over', 'wrong_item'] as const;
export type DiscrepancyType = (typeof discrepancyTypes)[number];

export const discrepancyStatuses = ['Open', 'Resolved'] as const;
export type DiscrepancyStatus = (typeof discrepancyStatuses)[number];

/** Parties that can bear the loss. */
export const chargeTargets = ['kitchen', 'branch', 'carrier'] as const;

/** Resolutions of a discrepancy. */
export const discrepancyActions = [
  'found_at_kitchen',
  'resend',
  'written_off',
  'found_at_branch',
  'returned',
  'confirmed',
] as const;
export type DiscrepancyAction = (typeof discrepancyActions)[number];

/** Effect of a resolution: the posting, and any additional requirements. */
export interface DiscrepancyEffect {
  /** Source and destination among the locations of the order; null if nothing is posted. */
  posts: { from: 'transit' | 'hold' | 'kitchen'; to: 'kitchen' | 'branch' | 'wastage' } | null;
  /** Sends the units again on a follow-up order. */
  followUp?: true;
  /** Whether the party that bears the loss (kitchen, branch or carrier) must be specified. */
  charged?: true;
}

const fromTransit: Partial<Record<DiscrepancyAction, DiscrepancyEffect>> = {
  found_at_kitchen: { posts: { from: 'transit', to: 'kitchen' } },
  resend: { posts: { from: 'transit', to: 'kitchen' }, followUp: true },
  written_off: { posts: { from: 'transit', to: 'wastage' } },
  found_at_branch: { posts: { from: 'transit', to: 'branch' } },
};

/** Resolutions that apply to each discrepancy type, with their effect on stock. */
export const discrepancyEffects: Record<
  DiscrepancyType,
  Partial<Record<DiscrepancyAction, DiscrepancyEffect>>
> = {
  short: fromTransit,
  wrong_item: fromTransit,
  damaged: {
    written_off: { posts: { from: 'hold', to: 'wastage' }, charged: true },
    returned: { posts: { from: 'hold', to: 'kitchen' } },
    resend: { posts: { from: 'hold', to: 'wastage' }, followUp: true, charged: true },
  },
  over: {
    confirmed: { posts: { from: 'kitchen', to: 'branch' } },
    returned: { posts: null },
  },
};

/**
 * Returns the discrepancies opened by receiving a line: at most one per type, with positive quantities in the
 * line's unit; none for a line without differences. A shortage with the reason `wrong_item` gets that type.
 * `damaged` covers shipped units only; damaged units beyond those are part of `over`.
 *
 * @throws RangeError if the quantities don't add up
 */
export function findDiscrepancies(
  line: ShipmentQuantities & { reason: string | null },
): { type: DiscrepancyType; qtyMicro: number }[] {
  const problem = findReceiptProblem(line);
  if (problem !== null) throw new RangeError(problem.reason);
  const { shortMicro, damagedMicro, overMicro, receivedMicro } = computeEffectiveQuantities(line);
  const damagedOverMicro = overMicro - Math.min(overMicro, receivedMicro);
  const candidates: { type: DiscrepancyType; qtyMicro: number }[] = [
    { type: line.reason === wrongItemReason ? 'wrong_item' : 'short', qtyMicro: shortMicro },
    { type: 'damaged', qtyMicro: damagedMicro - damagedOverMicro },
    { type: 'over', qtyMicro: overMicro },
  ];
  return candidates.filter(({ qtyMicro }) => qtyMicro > 0);
}
