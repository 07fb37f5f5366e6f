import type { Actor } from '#domain/permissions.ts';
import type { Tx } from '../../db/types.ts';

/** Our key of a row of the files: importing again finds it by that. */
export const importKey = (id: string) => `NW-${id}`;

/** Who the books say did it: whoever runs the command has the machine, so everything is allowed. */
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

/** Ids by the key of the files, for what was there already and what is made. */
export type IdsByKey = Map<string, string>;

type Coded = { table: 'branches' | 'suppliers'; column: 'code' } | { table: 'items'; column: 'itemCode' };

/** The rows that an earlier import made, by the key of the files. */
export async function loadImportedIds(tx: Tx, { table, column }: Coded): Promise<IdsByKey> {
  const rows = await tx
    .selectFrom(table)
    .select(['_id', `${column} as code` as 'code'])
    .where(column as 'code', 'like', 'NW-%')
    .execute();
  return new Map(rows.map((row) => [row.code.slice('NW-'.length), row._id]));
}
