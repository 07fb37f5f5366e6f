import { defineDelete, defineEdits } from '#platform/documents/edits.ts';
import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { refusal } from '#core/refusals/refusal.ts';

/** In lifecycle order. */
export const batchStatuses = ['Planned', 'In Progress', 'Completed', 'Cancelled'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** Shifts in which batches are made. */
export const productionShifts = ['morning', 'afternoon', 'night'] as const;
export type Shift = (typeof productionShifts)[number];

/** The batch fields that determine its transitions. */
export interface BatchLifecycleInput {
  status: BatchStatus;
  /** The kitchen or branch that makes the batch. */
  kitchen: string;
  /** Number of finished parts that weren't reversed. */
  parts: number;
  transitionReason?: string | null;
}

export type BatchVerb = 'start' | 'finish' | 'reopen' | 'cancel';

const writeFlags = ['canCreate', 'canEdit'] as const;

/** Batch lifecycle; a request specifies the target status. */
export const batchLifecycle = defineLifecycle<BatchLifecycleInput, BatchStatus, BatchVerb>({
  statuses: batchStatuses,
  location: 'kitchen',
  transitions: [
    { verb: 'start', from: 'Planned', to: 'In Progress', flags: writeFlags },
    { verb: 'finish', from: 'In Progress', to: 'Completed', flags: writeFlags },
    { verb: 'reopen', from: 'Completed', to: 'In Progress', flags: ['canEdit'], reason: true },
    { verb: 'cancel', from: 'Planned', to: 'Cancelled', flags: writeFlags },
    { verb: 'cancel', from: 'In Progress', to: 'Cancelled', flags: writeFlags, reason: true },
  ],
  forwardVerbs: ['start', 'finish'],
  statusesWithEditHistory: ['In Progress'],
  guard: ({ parts }, verb) => (verb === 'cancel' && parts > 0 ? refusal('batch-partly-produced') : null),
});

const entryFields = ['consumed', 'produced', 'loss', 'lossReason', 'labour'];

/** Consumption and output are entered while the batch is in progress. */
export const decideBatchEdit = defineEdits(batchLifecycle, {
  rules: [
    { in: ['Planned'], flags: writeFlags, header: ['plannedQty', 'plannedFor', 'shift', 'notes'] },
    {
      in: ['In Progress'],
      flags: writeFlags,
      header: [...entryFields, 'part', 'shift', 'notes', 'transitionReason'],
    },
    { in: ['Completed'], flags: ['canEdit'], header: ['notes', 'transitionReason'] },
    { in: ['Cancelled'], flags: ['canEdit'], header: ['notes'] },
  ],
  locked: (status) => refusal('batch-locked', { status }),
});

/** Only batches that haven't been started can be deleted. */
export const decideBatchDelete = defineDelete(batchLifecycle, {
  in: 'Planned',
  locked: (status) => refusal('batch-planned-only', { status }),
});
