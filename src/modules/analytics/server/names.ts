import type { AnalyticsDimension } from '../views.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** Whether to prefer names in the second language. */
export interface NameOptions {
  prefersAltName: boolean;
}

interface NamedRow {
  name: string;
  nameAlt: string | null;
  code?: string | null;
}

const batchSize = 400;

/** Loads display names by row key; days and deleted rows use the key as the label. */
export async function loadDimensionNames(
  db: Queryable,
  by: AnalyticsDimension,
  keys: readonly string[],
  { prefersAltName }: NameOptions,
): Promise<(key: string) => { label: string; code: string | null }> {
  const rowsByKey = new Map<string, NamedRow>();
  if (by === 'reason')
    for (const row of await db.selectFrom('reasons').select(['code', 'name', 'nameAlt']).execute())
      rowsByKey.set(row.code, { name: row.name, nameAlt: row.nameAlt });
  for (const chunk of chunks(by === 'branch' || by === 'item' ? keys : [], batchSize))
    for (const { _id, ...row } of by === 'branch'
      ? await db.selectFrom('branches').select(['_id', 'name', 'nameAlt']).where('_id', 'in', chunk).execute()
      : await db
          .selectFrom('items')
          .select(['_id', 'name', 'nameAlt', 'itemCode as code'])
          .where('_id', 'in', chunk)
          .execute())
      rowsByKey.set(_id, row);
  return (key) => {
    const row = rowsByKey.get(key);
    return { label: (prefersAltName ? row?.nameAlt : null) || row?.name || key, code: row?.code ?? null };
  };
}
