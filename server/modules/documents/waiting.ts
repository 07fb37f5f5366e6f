import { type SqlBool, sql } from 'kysely';
import type { WaitingDocuments } from '#contract/documents-found.ts';
import { type Actor, mayRead, mayWrite, scopeOf } from '#domain/permissions.ts';
import { scopeCondition } from '../../db/scope.ts';
import type { Queryable } from '../../db/types.ts';
import type { AnyDocument } from '../../documents/define.ts';
import { documents } from '../../documents/registry.ts';

/** Documents of a kind that are looked at; more of them wait for nobody in particular. */
const mostLookedAt = 2000;
const mostShown = 5;

interface Row {
  _id: string;
  status: string;
  number: string;
  branch: string;
  branchName: string | null;
  branchNameAlt: string | null;
  updatedAt: string;
  [column: string]: string | null;
}

/**
 * The documents that a person can bring a step further now, by kind and status, in the order of a document's life; by the
 * rules that the moves themselves are decided by.
 */
export async function waitingFor(db: Queryable, actor: Actor): Promise<WaitingDocuments[]> {
  const groups: WaitingDocuments[] = [];
  for (const document of documents)
    if (mayRead(actor, document.collection)) groups.push(...(await waitingIn(db, actor, document)));
  return groups;
}

async function waitingIn(db: Queryable, actor: Actor, document: AnyDocument): Promise<WaitingDocuments[]> {
  const { collection, lifecycle } = document;
  const own = lifecycle.onward.filter(({ flags }) => flags.some((flag) => mayWrite(actor, collection, flag)));
  const statuses = [...new Set(own.map(({ from }) => from))];
  if (statuses.length === 0) return [];
  const rows = await read(db, actor, document, statuses);
  const isCapped = rows.length > mostLookedAt;
  const waiting = rows.slice(0, mostLookedAt).flatMap((row) => {
    const verbs = lifecycle.awaited((document.moving?.seen?.(row) ?? { ...row, lines: [] }) as never, actor);
    return verbs.length > 0 ? [{ row, verbs: verbs.map(({ verb }) => verb) }] : [];
  });
  return lifecycle.statuses.flatMap((status) => {
    const those = waiting.filter(({ row }) => row.status === status);
    if (those.length === 0) return [];
    const oldest = those.toSorted((a, b) => (a.row.updatedAt < b.row.updatedAt ? -1 : 1)).slice(0, mostShown);
    return [
      {
        collection,
        status,
        verbs: [...new Set(those.flatMap(({ verbs }) => verbs))],
        count: those.length,
        isCapped,
        standsIn: scopeOf(actor).kind === 'all',
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

async function read(
  db: Queryable,
  actor: Actor,
  { table, number, scope, moving }: AnyDocument,
  statuses: readonly string[],
): Promise<Row[]> {
  const inTable = (column: string) => sql.ref(`${table}.${column}`);
  const decide = (moving?.columns ?? []).map((column) => sql`, ${inTable(column)}`);
  const { rows } = await sql<Row>`select ${inTable('_id')}, ${inTable('status')}, ${inTable('updatedAt')},
      ${inTable(number)} as number, ${sql.ref(scope.branch)} as branch,
      b.name as ${sql.ref('branchName')}, b.${sql.ref('nameAlt')} as ${sql.ref('branchNameAlt')}${sql.join(decide, sql``)}
    from ${sql.table(table)} left join branches as b on b.${sql.ref('_id')} = ${sql.ref(scope.branch)}
    where ${scopeCondition(actor, scope)} and ${sql<SqlBool>`${inTable('status')} in (${sql.join(statuses)})`}
    order by ${inTable('createdAt')}, ${inTable('_id')} limit ${sql.lit(mostLookedAt + 1)}`.execute(db);
  return rows;
}
