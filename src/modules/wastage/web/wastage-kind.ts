import type { WastageInput } from '../input.ts';
import type { Wastage } from '../shapes.ts';
import type { Transition } from '#platform/documents/lifecycle.ts';
import { canWrite } from '#core/permissions.ts';
import { type WastageStatus, wastageStatuses } from '../wastage-rules.ts';
import { wastageLifecycle, type WastageVerb } from '../lifecycle.ts';
import type { DocumentKind } from '#platform/documents/web/document-kind.ts';
import { wasteMessages } from './messages.ts';

type WastageTransition = Transition<WastageStatus, WastageVerb, 'place'>;

/** Actions on waste records. */
export const wastageKind: DocumentKind<Wastage, WastageTransition> = {
  keyOf: ({ _id }) => `wastage/${_id}`,
  numberOf: ({ number }) => number,
  movesFor({ status, branch }, actor) {
    const knownStatus = wastageStatuses.find((each) => each === status);
    if (knownStatus === undefined) return [];
    const moves = wastageLifecycle.availableTransitions({ status: knownStatus, branch }, actor);
    return moves.filter(({ flags }) => flags.some((flag) => canWrite(actor, 'wastage', flag)));
  },
  primary: new Set(['post']),
  asked: new Set(['take back']),
  destructive: new Set(['take back']),
  words: wasteMessages,
};

/** Builds the request that sets a record's status and keeps its other fields. */
export function withWastageStatus(status: 'Draft' | 'Posted', record: Wastage): WastageInput {
  const { branch, dateTime, item, qty, unit, pieces, reason, note, lot, lots, photo } = record;
  return {
    branch,
    dateTime,
    item,
    qty,
    unit,
    reason,
    status,
    ...(typeof pieces === 'number' ? { pieces } : {}),
    ...(note ? { note } : {}),
    ...(lot ? { lot } : {}),
    ...(lots ? { lots } : {}),
    ...(photo ? { photo } : {}),
  };
}
