import type { QueryClient } from '@tanstack/react-query';
import type { ReportViewChange, ReportViewInput } from '../../input.ts';
import { type ReportView, reportView } from '../../shapes.ts';
import { readId } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { nullIfEndpointMissing } from './figures.ts';
import { readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

/** Queries the saved views visible to the user, of all reports. Null if the server has no such endpoint. */
export function reportViewsQuery() {
  const query = readQuery({
    collection: 'reports_data',
    key: ['views'],
    lifetime: 'other',
    path: 'report-views',
    read: (reply): ReportView[] | null => readRows(reply, reportView),
  });
  return {
    ...query,
    queryFn: (context: { signal: AbortSignal }) => nullIfEndpointMissing(() => query.queryFn(context)),
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
