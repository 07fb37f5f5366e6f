import type { QueryClient } from '@tanstack/react-query';
import type { ReportView, ReportViewChange, ReportViewInput } from '#contract/reports.ts';
import {
  readBoolean,
  readId,
  type JsonRecord,
  readNumberValue,
  readRecord,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { isReportName } from '#domain/reports/shapes.ts';
import { api } from '#src/lib/api/api.ts';
import { orNull } from '../documents/figures.ts';
import { readList, readOne, readQuery } from '../read-query.ts';

/** Queries the saved views visible to the user, of all reports. Null if the server has no such endpoint. */
export function reportViewsQuery() {
  const query = readQuery({
    collection: 'reports_data',
    key: ['views'],
    lifetime: 'other',
    path: 'report-views',
    read: (reply): ReportView[] | null => readList(reply, readView).rows,
  });
  return {
    ...query,
    queryFn: (context: { signal: AbortSignal }) => orNull(() => query.queryFn(context)),
  };
}

/**
 * Reads a view without the schema, which is loaded with the first report. Null for a view of an unknown
 * report.
 */
function readView(row: JsonRecord): ReportView | null {
  const [_id, report] = [readId(row), readText(row['report']) ?? undefined];
  if (_id === null || !isReportName(report)) return null;
  const asked = Object.entries(readRecord(row['asked']));
  return {
    _id,
    report,
    name: readText(row['name']) ?? '',
    asked: Object.fromEntries(asked.map(([name, value]) => [name, String(value)])),
    leftOut: readTexts(row['leftOut']),
    isShared: readBoolean(row['isShared']),
    isMine: readBoolean(row['isMine']),
    mayChange: readBoolean(row['mayChange']),
    ownerName: readText(row['ownerName']),
    version: readNumberValue(row['version']) ?? 1,
  };
}

/** Saves a view and returns its id. Throws `ApiError`. */
export async function saveReportView(json: ReportViewInput, idempotencyKey: string): Promise<string> {
  return readOne(
    await api.send('post', 'report-views', { json, idempotencyKey }),
    (row) => readId(row) ?? '',
  );
}

const pathOf = ({ _id }: Pick<ReportView, '_id'>) => `report-views/${encodeURIComponent(_id)}`;

/** Changes a view with its version. Throws `ApiError`. */
export async function changeReportView(view: ReportView, json: ReportViewChange): Promise<void> {
  await api.send('patch', pathOf(view), { json, ifMatch: view.version });
}

/** Deletes a view with its version. Throws `ApiError`. */
export async function removeReportView(view: ReportView): Promise<void> {
  const idempotencyKey = `remove-${view._id}-${view.version}`;
  await api.send('delete', pathOf(view), { ifMatch: view.version, idempotencyKey });
}

export function refetchReportViews(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['reports_data', 'views'] });
}
