import {
  readBoolean,
  readId,
  type JsonRecord,
  readReference,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import type { CountPlan } from '#domain/planning/count-due.ts';
import { readList, readQuery } from '../read-query.ts';

export interface CountSchedule extends CountPlan {
  _id: string;
  name: string;
}

/** Queries the active count schedules of a branch. */
export function countSchedulesQuery(branchId: string) {
  return readQuery({
    collection: 'count_schedules_data',
    key: ['branch', branchId],
    lifetime: 'other',
    path: 'count-schedules',
    search: { branchId, active: true, limit: 500 },
    read: (reply) => readList(reply, (row) => readSchedule(row, branchId)).rows.flatMap(({ own }) => own),
  });
}

/** Reads a schedule; null for another branch's, which servers without filters send. */
function readSchedule(row: JsonRecord, branchId: string): { own: CountSchedule[] } | null {
  const _id = readId(row);
  if (_id === null) return null;
  const time = readText(row['time']) ?? '';
  const isOwn = readReference(row['branchId'])?.id === branchId && readBoolean(row['isActive'], true);
  if (!isOwn || !/^\d{2}:\d{2}$/.test(time)) return { own: [] };
  const schedule = {
    _id,
    name: readText(row['name']) ?? _id,
    type: readText(row['type']) ?? '',
    sections: readTexts(row['sections']),
    weekdays: readTexts(row['weekdays']).map(Number),
    time,
  };
  return { own: [schedule] };
}
