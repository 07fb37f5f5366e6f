import { type BooksClosing, closingCheck, closingState } from '../../shapes.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { createErrorFromBody } from '#platform/web/api/error-mapping.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject, readRows } from '#platform/web/queries/read-shape.ts';

/** The last period close, as shown under Period close. */
export type ShownClosing = Omit<BooksClosing, 'problem'> & {
  /** Error of a refused closing. */
  error: ApiError | null;
};

const pollIntervalMs = 2000;

/** Queries the last period close and reopening; polled while a close is being checked. */
export const closingQuery = () => ({
  ...readQuery({
    collection: 'settings_data',
    key: ['closing'],
    lifetime: 'other',
    path: 'settings/closing',
    read: ({ data }) => {
      const { closing, reopened } = readObject(closingState, data);
      return { closing: withRefusal(closing), reopened };
    },
  }),
  refetchOnMount: 'always' as const,
  refetchInterval: ({ state }: { state: { data?: { closing: ShownClosing | null } | undefined } }) =>
    state.data?.closing?.state === 'checking' ? pollIntervalMs : (false as const),
});

/** Queries the open points in the period to be closed. */
export const closingChecklistQuery = (until: string) =>
  readQuery({
    collection: 'settings_data',
    key: ['closing-checklist', until],
    lifetime: 'other',
    path: 'settings/closing/checklist',
    search: { until },
    read: (reply) => readRows(reply, closingCheck),
  });

/** Reads the period close from a settings response. */
export const readClosing = (response: unknown): ShownClosing | null =>
  withRefusal(readObject(closingState, response).closing);

function withRefusal(stored: BooksClosing | null): ShownClosing | null {
  if (stored === null) return null;
  const { problem, ...closing } = stored;
  return { ...closing, error: problem && createErrorFromBody(422, problem) };
}
