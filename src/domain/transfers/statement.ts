import type { DocumentType } from '../documents/types.ts';
import { type MoveKind, moveKinds } from '../stock/kinds.ts';

/** What a place is charged for, and what it is credited: by what its statement is divided. */
export const chargeTypes = ['delivery', 'transfer', 'return', 'correction'] as const;
export type ChargeType = (typeof chargeTypes)[number];

/** The kinds of moves that may go from one own place to another: only by these is anybody charged. */
export const chargingKinds: readonly MoveKind[] = (Object.keys(moveKinds) as MoveKind[]).filter((kind) => {
  const { sign } = moveKinds[kind];
  return sign === 0 || sign === null;
});

const returns: ReadonlySet<MoveKind> = new Set([
  'return_held',
  'return_out',
  'return_out_reversal',
  'returned',
]);

/** What a posting between two places is on their statements: what was settled after a receipt is a correction. */
export function chargeTypeOf(docType: DocumentType, kind: MoveKind): ChargeType {
  if (docType === 'discrepancy') return 'correction';
  if (returns.has(kind)) return 'return';
  return docType === 'order' ? 'delivery' : 'transfer';
}
