import type { Job, ReadRow, Report, Values } from './plan-types.ts';
import type { Resolver } from './resolve.ts';

/** The cells of a row as they travel. */
export function resolveRow(job: Job, resolver: Resolver, report: Report, { row, values }: ReadRow): Values {
  const resolved: Record<string, unknown> = {};
  for (const column of job.kind.columns) {
    const value = values[column.key];
    if (value === undefined || value === null) continue;
    const answer = resolver.resolve(column, value, row);
    if ('problem' in answer) report.add(row, answer.problem);
    else resolved[column.key] = answer.value;
  }
  return resolved;
}
