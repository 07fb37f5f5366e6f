import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

const weekdays = ({ z }: SchemaParts) =>
  z.array(z.int().min(1).max(7)).min(1, 'Choose at least one day').max(7);
const timesOfDay = ({ z }: SchemaParts) =>
  z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 22:30')).max(24);

/** Equipment or tasks checked for food safety at a location, with limits and due times. */
export const checkPoints = defineResource({
  collection: 'check-points',
  path: '/check-points',
  table: 'checkPoints',
  labels: { one: 'Check point', many: 'Check points' },
  fields: {
    branchId: field.reference('Location', 'branch').required(),
    kind: field.choice('Kind', ['cleaning', 'temperature']).required(),
    minTemp: field.temperature('Minimum (°C)').optional(),
    maxTemp: field
      .temperature('Maximum (°C)', { hint: 'For temperatures: a minimum, a maximum or both.' })
      .optional(),
    times: field
      .json('Due at', timesOfDay, {
        cell: 'times',
        initial: [],
        hint: 'In the location’s time zone, such as 08:00. Leave blank for checks without a schedule.',
      })
      .filled(),
    weekdays: field.json('Due on', weekdays, { cell: 'weekdays', initial: [1, 2, 3, 4, 5, 6, 7] }).filled(),
    graceMinutes: field
      .integer('Grace period (minutes)', {
        min: 1,
        max: 720,
        initial: 30,
        hint: 'A check is missed if it isn’t done within this time after it is due.',
      })
      .filled(),
    instructions: field
      .longText('What to do if outside the limits', { hint: 'Shown while the check is recorded.' })
      .optional(),
    photoRequired: field.boolean('Photo required').filled(),
    signatureRequired: field
      .boolean('Signature required', { hint: 'The person doing the check confirms it with their name.' })
      .filled(),
  },
  unique: [['branchId', 'name']],
  columns: ['name', 'branchId', 'kind', 'minTemp', 'maxTemp', 'times', 'weekdays'],
  importColumns: [
    'name',
    'nameAlt',
    'branchId',
    'kind',
    'minTemp',
    'maxTemp',
    'times',
    'weekdays',
    'graceMinutes',
    'instructions',
  ],
  sort: 'name',
  check({ kind, minTemp, maxTemp }): Record<string, string> | null {
    if (kind !== 'temperature') return null;
    if (typeof minTemp !== 'number' && typeof maxTemp !== 'number')
      return { maxTemp: 'Enter a minimum or a maximum temperature.' };
    return typeof minTemp === 'number' && typeof maxTemp === 'number' && minTemp > maxTemp
      ? { maxTemp: 'The maximum temperature can’t be below the minimum.' }
      : null;
  },
});

export type CheckPoint = ResourceWireRow<typeof checkPoints>;
