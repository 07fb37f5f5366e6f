import { type SqlBool, sql } from 'kysely';
import type { WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import { type Actor, canRead, canWrite, getScope } from '#core/permissions.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { AnyDocument } from '#platform/documents/server/define.ts';
import { documents } from './registry.ts';
import { readDocumentFacts } from './rows.ts';

/** Maximum number of documents examined per kind. */
const maxInspected = 2000;
const maxListed = 5;

/**
 * Returns the documents whose status the user can advance now, by kind and status in lifecycle order. Uses
 * the same rules as the transitions.
 */
export async function findWaitingDocuments(db: Queryable, actor: Actor): Promise<WaitingDocuments[]> {
  const groups: WaitingDocuments[] = [];
  for (const document of documents)
    if (canRead(actor, document.collection)) groups.push(...(await findWaitingOfKind(db, actor, document)));
  return groups;
}

async function findWaitingOfKind(
  db: Queryable,
  actor: Actor,
  document: AnyDocument,
): Promise<WaitingDocuments[]> {
  const { collection, lifecycle } = document;
  const permitted = lifecycle.forwardTransitions.filter(({ flags }) =>
    flags.some((flag) => canWrite(actor, collection, flag)),
  );
  const statuses = [...new Set(permitted.map(({ from }) => from))];
  if (statuses.length === 0) return [];
  const rows = await readDocumentFacts(
    db,
    actor,
    document,
    document.lifecycleInput?.columns ?? [],
    sql<SqlBool>`${sql.ref(`${document.table}.status`)} in (${sql.join(statuses)})`,
    { newestFirst: false, limit: maxInspected + 1 },
  );
  const isCapped = rows.length > maxInspected;
  const toInput = document.lifecycleInput?.toLifecycleInput;
  const waitingRows = rows.slice(0, maxInspected).flatMap((row) => {
    const verbs = lifecycle.listPendingTransitions(
      (toInput?.(row) ?? { ...row, [lifecycle.location ?? 'branch']: row.branch, lines: [] }) as never,
      actor,
    );
    return verbs.length > 0 ? [{ row, verbs: verbs.map(({ verb }) => verb) }] : [];
  });
  return lifecycle.statuses.flatMap((status) => {
    const documentsInStatus = waitingRows.filter(({ row }) => row.status === status);
    if (documentsInStatus.length === 0) return [];
    const oldest = documentsInStatus
      .toSorted((a, b) => (a.row.updatedAt < b.row.updatedAt ? -1 : 1))
      .slice(0, maxListed);
    return [
      {
        collection,
        status,
        verbs: [...new Set(documentsInStatus.flatMap(({ verbs }) => verbs))],
        count: documentsInStatus.length,
        isCapped,
        isSubstitute: getScope(actor).kind === 'all',
        documents: oldest.map(({ row: { _id, number, branch, branchName, branchNameAlt, updatedAt } }) => ({
          _id,
          number,
          branch,
          branchName: branchName ?? branch,
          branchNameAlt,
          updatedAt,
        })),
      },
    ];
  });
}
