import { type ReasonOption, type Reason, readReason } from '#core/reasons/read-reason.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';

const selectReasons = statement((db) =>
  db.selectFrom('reasons').select(['code', 'name', 'nameAlt', 'aliases']).orderBy('code'),
);

/** Returns all reasons, including archived ones, so that old entries keep their meaning. */
async function loadReasons(db: Queryable): Promise<ReasonOption[]> {
  const rows = await selectReasons(db);
  return rows.map(({ code, name, nameAlt, aliases }) => ({
    code,
    name,
    names: [name, ...(nameAlt === null ? [] : [nameAlt]), ...(aliases?.split('\n') ?? [])],
  }));
}

/** Returns a function that parses reason texts. Reasons are loaded only if a text isn't empty. */
export async function createReasonParser(
  db: Queryable,
  texts: readonly (string | null | undefined)[],
): Promise<(text: string | null | undefined) => Reason | null> {
  const reasons = texts.some((text) => (text ?? '').trim() !== '') ? await loadReasons(db) : [];
  return (text) => ((text ?? '').trim() === '' ? null : readReason(text as string, reasons));
}

/** Returns the reason columns of a row; all null without a reason. */
export const reasonColumns = (reason: Reason | null) => ({
  reason: reason?.text ?? null,
  reasonCode: reason?.code ?? null,
  reasonNote: reason?.note ?? null,
});
