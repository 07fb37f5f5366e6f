import { otherReason } from '#core/reasons/read-reason.ts';
import { returnDestinations } from '#modules/transfers/kinds.ts';
import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';
import type { SchemaParts } from '#platform/collections/schema-parts.ts';

/** Reason codes are stored in documents followed by a colon and the note, so they can't contain a colon. */
const code = ({ z }: SchemaParts) =>
  z
    .string()
    .trim()
    .max(40, 'At most 40 characters')
    .regex(
      /^[A-Za-z0-9]+(?:[ _-][A-Za-z0-9]+)*$/,
      'Use letters, digits, hyphens or underscores, e.g. short_dated',
    );

/**
 * Reasons for short, changed, damaged or discarded lines, and for stopped orders; used for selection and
 * reporting.
 */
export const reasons = defineResource({
  collection: 'reasons',
  path: '/reasons',
  table: 'reasons',
  labels: { one: 'Reason', many: 'Reasons' },
  fields: {
    code: {
      ...field.code('Code', { hint: 'Stored in documents, so it can’t be changed later.' }).required(),
      schema: code,
    },
    forPicking: field.boolean('Picking differences').filled(),
    forReceiving: field.boolean('Receiving issues').filled(),
    forApproval: field.boolean('Approved quantity differs').filled(),
    forMoves: field.boolean('Order rejected, cancelled or sent back').filled(),
    forWaste: field.boolean('Waste').filled(),
    forReturn: field.boolean('Return').filled(),
    forCount: field.boolean('Stock count').filled(),
    forCorrection: field.boolean('Document reversed or reopened').filled(),
    forDifference: field.boolean('Invoice posted with a difference').filled(),
    returnsTo: field
      .choice('Returned goods go to', returnDestinations, { hint: 'Leave blank to put them on hold.' })
      .optional(),
    requiresNote: field.boolean('Note required').filled(),
    aliases: field
      .longText('Aliases', {
        hint: 'One per line. Imported rows with any of these texts get this reason.',
      })
      .optional(),
  },
  unique: [['code'], ['name']],
  columns: ['name', 'code'],
  importColumns: [
    'code',
    'name',
    'nameAlt',
    'forPicking',
    'forReceiving',
    'forApproval',
    'forMoves',
    'forWaste',
    'forReturn',
    'forCount',
    'forCorrection',
    'forDifference',
    'returnsTo',
    'requiresNote',
  ],
  sort: 'name',
  check: (row) =>
    row.code === otherReason && row.requiresNote !== true
      ? { requiresNote: 'This reason needs a note.' }
      : null,
});

export type ReasonRow = ResourceWireRow<typeof reasons>;
