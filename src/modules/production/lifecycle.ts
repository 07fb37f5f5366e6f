import {
  decideEditByRules,
  type DocumentEdit,
  type EditDecision,
  type EditRule,
} from '#platform/documents/edits.ts';
import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { type Actor, hasFlag, canActAt } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';

/** In lifecycle order. */
export const batchStatuses = ['Planned', 'In Progress', 'Completed', 'Cancelled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** Shift in which a batch is made. */
export const productionShifts = ['morning', 'afternoon', 'night'] as const;
export type Shift = (typeof productionShifts)[number];

/** The fields of a batch that decide its transitions. */
export interface BatchLifecycleInput {
  status: BatchStatus;
  /** The kitchen or branch that makes it. */
  kitchen: string;
  /** Number of finished parts that weren't reversed. */
  parts: number;
  transitionReason?: string | null;
}

export type BatchVerb = 'start' | 'finish' | 'reopen' | 'cancel';
export type BatchParty = 'maker';

const partsOf = ({ kitchen }: Pick<BatchLifecycleInput, 'kitchen'>, actor: Actor): Set<BatchParty> =>
  new Set(canActAt(actor, kitchen) ? ['maker'] : []);

const writes = ['canCreate', 'canEdit'] as const;
const maker = { who: ['maker'], flags: writes } as const;

/** The lifecycle of batches; a request names the target status. */
export const batchLifecycle = defineLifecycle<BatchLifecycleInput, BatchStatus, BatchVerb, BatchParty>({
  statuses: batchStatuses,
  moves: [
    { verb: 'start', from: 'Planned', to: 'In Progress', ...maker },
    { verb: 'finish', from: 'In Progress', to: 'Completed', ...maker },
    { verb: 'reopen', from: 'Completed', to: 'In Progress', ...maker, flags: ['canEdit'], reason: true },
    { verb: 'cancel', from: 'Planned', to: 'Cancelled', ...maker },
    { verb: 'cancel', from: 'In Progress', to: 'Cancelled', ...maker, reason: true },
  ],
  onward: ['start', 'finish'],
  edited: ['In Progress'],
  parts: partsOf,
  guard: ({ parts }, verb) => (verb === 'cancel' && parts > 0 ? refusal('batch-was-made') : null),
});

const entry = ['consumed', 'produced', 'loss', 'lossReason', 'labour'];

/** Who may edit which fields in which statuses. Consumption and output are entered in progress. */
const editRows: readonly EditRule<BatchStatus, BatchParty>[] = [
  { in: ['Planned'], who: ['maker'], flags: writes, header: ['plannedQty', 'plannedFor', 'shift', 'notes'] },
  {
    in: ['In Progress'],
    who: ['maker'],
    flags: writes,
    header: [...entry, 'part', 'shift', 'notes', 'transitionReason'],
  },
  { in: ['Completed'], who: ['maker'], flags: ['canEdit'], header: ['notes', 'transitionReason'] },
  { in: ['Cancelled'], who: ['maker'], flags: ['canEdit'], header: ['notes'] },
];

/** Decides an edit of a batch by the fields its body names; see `decideEditByRules`. */
export const decideBatchEdit = (batch: BatchLifecycleInput, actor: Actor, edit: DocumentEdit): EditDecision =>
  decideEditByRules(editRows, batch.status, { actor, parts: partsOf(batch, actor) }, edit, {
    fixed: (status) => refusal('batch-fixed', { status }),
  });

/** Only planned batches that weren't started can be deleted, with canDelete. */
export function decideBatchDelete(batch: BatchLifecycleInput, actor: Actor): EditDecision {
  if (!hasFlag(actor, 'canDelete')) return { ok: false, code: 'FORBIDDEN', why: refusal('order-no-change') };
  if (batch.status !== 'Planned')
    return {
      ok: false,
      code: 'ILLEGAL_TRANSITION',
      why: refusal('batch-planned-only', { status: batch.status }),
    };
  return partsOf(batch, actor).has('maker')
    ? { ok: true }
    : { ok: false, code: 'FORBIDDEN', why: refusal('document-not-yours') };
}
