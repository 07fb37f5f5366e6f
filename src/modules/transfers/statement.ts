import type { DocumentType } from '#platform/documents/types.ts';
import { type MoveKind, moveKinds } from '#core/move-kinds.ts';

/** Types of charges and credits on a branch statement. */
export const chargeTypes = ['delivery', 'transfer', 'return', 'correction'] as const;
export type ChargeType = (typeof chargeTypes)[number];

/** Kinds of movement between the business's own locations, which are the only ones that are charged. */
export const chargingKinds: readonly MoveKind[] = (Object.keys(moveKinds) as MoveKind[]).filter((kind) => {
  const { sign } = moveKinds[kind];
  return sign === 0 || sign === null;
});

const returnKinds: ReadonlySet<MoveKind> = new Set([
  'return_held',
  'return_out',
  'return_out_reversal',
  'returned',
]);

/**
 * Returns the statement type of a posting between two locations; postings that resolve discrepancies are
 * corrections.
 */
export function getChargeType(docType: DocumentType, kind: MoveKind): ChargeType {
  if (docType === 'discrepancy') return 'correction';
  if (returnKinds.has(kind)) return 'return';
  return docType === 'order' ? 'delivery' : 'transfer';
}
