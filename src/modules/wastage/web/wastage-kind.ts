import type { WastageInput } from '../input.ts';
import type { Wastage } from '../shapes.ts';
import { wastageLifecycle } from '../lifecycle.ts';
import { type DocumentKind, documentKind } from '#platform/documents/web/document-kind.ts';
import { wasteMessages } from './messages.ts';

/** Actions on waste records. */
export const wastageKind: DocumentKind<Wastage, (typeof wastageLifecycle.transitions)[number]> = documentKind(
  {
    collection: 'wastage',
    lifecycle: wastageLifecycle,
    requiresConfirmation: ['reverse'],
    destructive: ['reverse'],
    labels: wasteMessages,
  },
);

/** Builds the request that sets a record's status without changing its other fields. */
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
