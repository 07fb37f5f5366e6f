import { readBoolean, readId, readText } from '#platform/shapes/tolerant.ts';
import { type Collection, canRead } from '#core/permissions.ts';
import { getCurrentUser } from '#platform/web/session/session.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { allResourceQuery } from './resources.ts';

/** Name of a referenced row. */
export interface ReferenceName {
  _id: string;
  name: string;
  /** Name in the other language; used in searches, too. */
  nameAlt?: string | null | undefined;
  isActive: boolean;
}

interface Query<T> {
  queryKey: readonly unknown[];
  staleTime: number;
  queryFn(context: { signal: AbortSignal }): Promise<T>;
}

export interface NamesQuery extends Query<unknown> {
  /** Returns the rows of the query's data. */
  getRows(data: unknown): readonly ReferenceName[];
  select(data: unknown): readonly ReferenceName[];
}

/**
 * Queries the names of all rows of a referenced collection, from its cached list. Throws the
 * request's error: 403 if the user may not see the collection (users), 404 if the server doesn't have it.
 */
export function namesQuery(collection: Collection): NamesQuery {
  if (collection === 'branch') return toNamesQuery(branchesQuery(), (rows) => rows);
  if (collection === 'items') return toNamesQuery(compactItemsQuery(), (rows) => rows);
  if (collection === 'users') return toNamesQuery(userNamesQuery(), (rows) => rows);
  return toNamesQuery(allResourceQuery({ collection, path: `/${collection}` }), ({ rows }) => rows);
}

function toNamesQuery<T>(query: Query<T>, selectRows: (data: T) => readonly ReferenceName[]): NamesQuery {
  const getRows = (data: unknown) => selectRows(data as T);
  return { ...query, getRows, select: getRows };
}

/**
 * Queries users or, for users who may not read them, the names of purchase approvers, which are the only
 * references to users.
 */
function userNamesQuery() {
  const user = getCurrentUser();
  const path = user && !canRead(user, 'users') ? 'purchase-categories/approvers' : 'users';
  return readQuery({
    collection: 'users_data',
    key: ['names', path],
    lifetime: 'other',
    path,
    search: { limit: 500 },
    read: (reply) =>
      readList(reply, (row) => {
        const _id = readId(row);
        if (_id === null) return null;
        const name = readText(row['name']) ?? readText(row['email']) ?? _id;
        return { _id, name, isActive: readBoolean(row['isActive'], true) };
      }).rows,
  });
}
