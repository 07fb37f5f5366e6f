import { type ReasonOption, type Reason, readReason } from '#domain/reasons/read-reason.ts';
import { statement } from '../db/statements.ts';
import type { Queryable } from '../db/types.ts';

const allReasons = statement((db) =>
  db.selectFrom('reasons').select(['code', 'name', 'nameAlt', 'wordings']).orderBy('code'),
);

/** The list of reasons, archived ones among them: what was said by one goes on meaning it. */
async function loadReasons(db: Queryable): Promise<ReasonOption[]> {
  const rows = await allReasons(db);
  return rows.map(({ code, name, nameAlt, wordings }) => ({
    code,
    name,
    words: [name, ...(nameAlt === null ? [] : [nameAlt]), ...(wordings?.split('\n') ?? [])],
  }));
}

/** Reads what people gave as reasons, each by its text; the list is asked for where there is one. */
export async function createReasonParser(
  db: Queryable,
  texts: readonly (string | null | undefined)[],
): Promise<(text: string | null | undefined) => Reason | null> {
  const known = texts.some((text) => (text ?? '').trim() !== '') ? await loadReasons(db) : [];
  return (text) => ((text ?? '').trim() === '' ? null : readReason(text as string, known));
}

/** A reason as the columns of a row, all of them empty without one. */
export const reasonColumns = (reason: Reason | null) => ({
  reason: reason?.words ?? null,
  reasonCode: reason?.code ?? null,
  reasonNote: reason?.note ?? null,
});
