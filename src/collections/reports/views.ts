import type { QueryClient } from '@tanstack/react-query';
import {
  type ReportView,
  reportView,
  type ReportViewChange,
  type ReportViewInput,
} from '#contract/reports.ts';
import { api } from '#src/lib/api/api.ts';
import { orNull } from '../documents/figures.ts';
import { readList, readOne, readQuery } from '../read-query.ts';

/** The saved views that the caller sees, of all reports. Null where the server has no such call. */
export function reportViewsQuery() {
  const query = readQuery({
    collection: 'reports_data',
    key: ['views'],
    lifetime: 'other',
    path: 'report-views',
    read: (reply): ReportView[] | null =>
      readList(reply, (row) => reportView.safeParse(row).data ?? null).rows,
  });
  return {
    ...query,
    queryFn: (context: { signal: AbortSignal }) => orNull(() => query.queryFn(context)),
  };
}

/** Saves a question under a name. Throws `ApiError`. */
export async function saveReportView(json: ReportViewInput, idempotencyKey: string): Promise<ReportView> {
  return readOne(await api.send('post', 'report-views', { json, idempotencyKey }), (row) =>
    reportView.parse(row),
  );
}

const pathOf = ({ _id }: Pick<ReportView, '_id'>) => `report-views/${encodeURIComponent(_id)}`;

/** Changes a view as it was seen. Throws `ApiError`. */
export async function changeReportView(view: ReportView, json: ReportViewChange): Promise<void> {
  await api.send('patch', pathOf(view), { json, ifMatch: view.version });
}

/** Deletes a view as it was seen. Throws `ApiError`. */
export async function removeReportView(view: ReportView): Promise<void> {
  const idempotencyKey = `remove-${view._id}-${view.version}`;
  await api.send('delete', pathOf(view), { ifMatch: view.version, idempotencyKey });
}

export function renewReportViews(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['reports_data', 'views'] });
}
