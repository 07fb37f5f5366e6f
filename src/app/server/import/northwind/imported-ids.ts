import type { Actor } from '#core/permissions.ts';
import type { Tx } from '#platform/server/db/types.ts';

/** Returns the code of an imported row, used to find it in a repeated import. */
export const buildImportCode = (id: string) => `NW-${id}`;

/**
 * The actor of imported documents. It has all permissions, because only users with access to the server can
 * run the command.
 */
export const importActor: Actor = {
  _id: 'import',
  name: 'Import',
  email: 'import@localhost',
  role: 'admin',
  isMasterAdmin: true,
  permissions: { canCreate: true, canEdit: true, canDelete: true, canView: true },
  allowedPages: ['*'],
  branches: [],
  kitchens: [],
};

/** Ids by the files' keys, for existing and new rows. */
export type IdsByKey = Map<string, string>;

type CodedTable =
  | { table: 'branches' | 'suppliers'; column: 'code' }
  | { table: 'items'; column: 'itemCode' };

/** Returns the rows of earlier imports, keyed as in the files. */
export async function loadImportedIds(tx: Tx, { table, column }: CodedTable): Promise<IdsByKey> {
  const rows = await tx
    .selectFrom(table)
    .select(['_id', `${column} as code` as 'code'])
    .where(column as 'code', 'like', 'NW-%')
    .execute();
  return new Map(rows.map((row) => [row.code.slice('NW-'.length), row._id]));
}
