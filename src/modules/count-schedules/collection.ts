import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import { field } from '#platform/collections/fields.ts';
import { defineResource, type ResourceWireRow } from '#platform/collections/define-resource.ts';

const weekdays = ({ z }: SchemaParts) =>
  z.array(z.int().min(1).max(7)).min(1, 'Choose at least one day').max(7);
const timeOfDay = ({ z }: SchemaParts) =>
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 22:30');

/** Count schedule of a branch and its sections, which determines when counts are due. */
export const countSchedules = defineResource({
  collection: 'count-schedules',
  path: '/count-schedules',
  table: 'countSchedules',
  labels: { one: 'Count schedule', many: 'Count schedules' },
  fields: {
    branchId: field.reference('Branch', 'branch').required(),
    type: field.choice('Type', ['full', 'cycle'], { initial: 'full' }).filled(),
    sections: field
      .references('Sections', 'sections', { hint: 'Leave blank to count all sections.' })
      .filled(),
    weekdays: field.json('Due on', weekdays, { cell: 'weekdays', initial: [1] }).filled(),
    time: field
      .json('Due by', timeOfDay, { cell: 'time', initial: '22:00', hint: 'In the branch’s time zone.' })
      .filled(),
  },
  unique: [['branchId', 'name']],
  columns: ['name', 'branchId', 'type', 'weekdays', 'time'],
  importColumns: ['name', 'nameAlt', 'branchId', 'type', 'sections'],
  sort: 'name',
});

export type CountSchedule = ResourceWireRow<typeof countSchedules>;
