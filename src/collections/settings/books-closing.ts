import type { BooksClosing } from '#contract/settings.ts';
import { type JsonRecord, number, record, text } from '#contract/tolerant.ts';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { refusedBody } from '#src/lib/api/error-mapping.ts';
import { readQuery } from '../read-query.ts';

/** The last closing of the books, as the Books screen shows it. */
export interface ShownClosing extends Omit<BooksClosing, 'problem' | 'by'> {
  /** Why it was refused. */
  refused: ApiError | null;
}

const checkEveryMs = 2000;

/** The last closing of the books, null while none is known; fetched again and again while it is being checked. */
export const closingQuery = () => ({
  ...readQuery({
    collection: 'settings_data',
    key: ['closing'],
    lifetime: 'other',
    path: 'settings/closing',
    read: ({ data }) => readClosing(record(data)),
  }),
  refetchOnMount: 'always' as const,
  refetchInterval: ({ state }: { state: { data?: ShownClosing | null | undefined } }) =>
    state.data?.state === 'checking' ? checkEveryMs : (false as const),
});

/** The closing in an answer about the settings. */
export function readClosing(answer: JsonRecord): ShownClosing | null {
  const row = record(answer['closing']);
  const [until, state] = [text(row['until']), text(row['state'])];
  if (until === null || !isState(state)) return null;
  return {
    until,
    state,
    done: number(row['done']) ?? 0,
    total: number(row['total']) ?? 0,
    byName: text(row['byName']) ?? '',
    startedAt: text(row['startedAt']) ?? '',
    endedAt: text(row['endedAt']),
    refused: row['problem'] ? refusedBody(422, row['problem']) : null,
  };
}

const isState = (state: string | null): state is BooksClosing['state'] =>
  state === 'checking' || state === 'closed' || state === 'refused' || state === 'failed';
