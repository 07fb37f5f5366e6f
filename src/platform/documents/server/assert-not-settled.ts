import { sql } from 'kysely';
import { isVoid } from '../lifecycle.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { AnyDocument, DocumentReference } from './define.ts';
import { documents } from '#modules/documents/server/registry.ts';

interface SettlingDocument {
  number: string;
  status: string;
}

/**
 * Asserts that no document settles this one, before it is reversed or deleted. Drafts also count if the
 * document will be deleted or return to its initial status, because the rows they reference would disappear
 * or change.
 *
 * @throws ApiProblem 409 ILLEGAL_TRANSITION with the document that must be reversed, or the draft that must
 *   be deleted, first
 */
export async function assertNotSettled(
  tx: Tx,
  document: AnyDocument,
  id: string,
  { withDrafts }: { withDrafts: boolean },
): Promise<void> {
  for (const kind of documents)
    for (const reference of kind.settles ?? []) {
      if (reference.to !== document.type || reference.isCounted) continue;
      const active = (await findSettlingDocuments(tx, kind, reference, document, id)).filter(
        ({ status }) => !isVoid(status) && (withDrafts || status !== 'Draft'),
      );
      const blocking = active.find(({ status }) => status !== 'Draft') ?? active[0];
      if (!blocking) continue;
      const { number } = blocking;
      const isDraft = blocking.status === 'Draft';
      const reason = isDraft
        ? refusal('document-named-by-draft', { number })
        : reference.createRefusal?.(number);
      throw problem('ILLEGAL_TRANSITION', reason ?? refusal('document-settled', { number }));
    }
}

async function findSettlingDocuments(
  tx: Tx,
  kind: AnyDocument,
  { table, document, column, by, where }: DocumentReference,
  target: AnyDocument,
  id: string,
): Promise<SettlingDocument[]> {
  const { lines } = target;
  const targetIds =
    by === 'header' || !lines
      ? sql`${id}`
      : sql`select ${sql.ref('lineId')} from ${sql.table(lines.table)} where ${sql.ref(lines.document)} = ${id}`;
  const condition = where ? sql` and ${sql.ref(where[0])} = ${where[1]}` : sql``;
  const { rows } =
    await sql<SettlingDocument>`select ${sql.ref(kind.number)} as number, status from ${sql.table(kind.table)}
    where ${sql.ref('_id')} in (select ${sql.ref(document)} from ${sql.table(table)}
      where ${sql.ref(column)} in (${targetIds})${condition}) order by ${sql.ref(kind.number)}`.execute(tx);
  return rows;
}
