import { type BooksClosing, type BooksReopened, closingChecklist } from '#contract/settings.ts';
import { type JsonRecord, readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { errorFromBody } from '#src/lib/api/error-mapping.ts';
import { readQuery } from '../read-query.ts';

/** The last period close, as shown on the Books screen. */
export interface ShownClosing extends Omit<BooksClosing, 'problem' | 'by'> {
  /** Why the closing was refused. */
  refused: ApiError | null;
}

const checkEveryMs = 2000;

/** Queries the last period close and reopening; polled while a close is being checked. */
export const closingQuery = () => ({
  ...readQuery({
    collection: 'settings_data',
    key: ['closing'],
    lifetime: 'other',
    path: 'settings/closing',
    read: ({ data }) => ({
      closing: readClosing(readRecord(data)),
      reopened: readReopened(readRecord(data)),
    }),
  }),
  refetchOnMount: 'always' as const,
  refetchInterval: ({ state }: { state: { data?: { closing: ShownClosing | null } | undefined } }) =>
    state.data?.closing?.state === 'checking' ? checkEveryMs : (false as const),
});

/** Queries the possible gaps in the period to be closed. */
export const closingChecklistQuery = (until: string) =>
  readQuery({
    collection: 'settings_data',
    key: ['closing-checklist', until],
    lifetime: 'other',
    path: 'settings/closing/checklist',
    search: { until },
    read: ({ data }) => closingChecklist.parse(data),
  });

/** The last reopening of closed days, with its reason. */
export type ShownReopening = Omit<BooksReopened, 'by'>;

function readReopened(answer: JsonRecord): ShownReopening | null {
  const row = readRecord(answer['reopened']);
  const [from, at] = [readText(row['from']), readText(row['at'])];
  if (from === null || at === null) return null;
  return {
    from,
    to: readText(row['to']),
    byName: readText(row['byName']) ?? '',
    at,
    reason: readText(row['reason']) ?? '',
  };
}

/** Reads the period close from a settings response. */
export function readClosing(answer: JsonRecord): ShownClosing | null {
  const row = readRecord(answer['closing']);
  const [until, state] = [readText(row['until']), readText(row['state'])];
  if (until === null || !isState(state)) return null;
  return {
    until,
    state,
    done: readNumberValue(row['done']) ?? 0,
    total: readNumberValue(row['total']) ?? 0,
    byName: readText(row['byName']) ?? '',
    startedAt: readText(row['startedAt']) ?? '',
    endedAt: readText(row['endedAt']),
    refused: row['problem'] ? errorFromBody(422, row['problem']) : null,
  };
}

const isState = (state: string | null): state is BooksClosing['state'] =>
  state === 'checking' || state === 'closed' || state === 'refused' || state === 'failed';
