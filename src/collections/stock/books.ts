import { number, record, text } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { readQuery } from '../read-query.ts';

/** Until which day (YYYY-MM-DD) the books are closed, null while all days are open; and the version that was seen. */
export interface Books {
  closedUntil: string | null;
  version: number;
}

/** The books of the whole business; asked anew whenever they are looked at. */
export function booksQuery() {
  return {
    ...readQuery({
      collection: 'settings_data',
      key: ['books'],
      lifetime: 'other',
      path: 'settings',
      read: (reply): Books => readBooks(reply.data),
    }),
    refetchOnMount: 'always' as const,
  };
}

/** Closes the books until a day, or opens all of them with null. Throws `ApiError`, by `booksClosedUntil`. */
export async function sendBooksClosed(
  until: string | null,
  { version }: Books,
  idempotencyKey: string,
): Promise<Books> {
  const json = { booksClosedUntil: until };
  return readBooks((await api.send('put', 'settings', { json, ifMatch: version, idempotencyKey })).data);
}

function readBooks(data: unknown): Books {
  const row = record(data);
  return { closedUntil: text(row['booksClosedUntil']), version: number(row['version']) ?? 0 };
}
