import { sql } from 'kysely';
import { type Definition, definitions } from '#modules/master-data/collections.ts';
import type { Collection } from '#core/permissions.ts';
import { foldText } from '#core/text.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { referenceTables } from '#modules/master-data/server/missing-references.ts';

/** Code column by which rows can be referenced, in addition to their names. */
const codeFields: Readonly<Partial<Record<Collection, string>>> = {
  users: 'email',
  ...Object.fromEntries(
    Object.values<Definition>(definitions).flatMap(({ collection, fields }) => {
      const [code] = Object.entries(fields).find(([, { kind }]) => kind === 'code') ?? [];
      return code === undefined ? [] : [[collection, code]];
    }),
  ),
};

/** Collections without a second name. */
const singleNameCollections: ReadonlySet<Collection> = new Set(['users']);

interface NamedRow {
  _id: string;
  name: string;
  nameAlt: string | null;
  code: string | null;
  isActive: number;
}

/** Result of a lookup: the id, or the number of matches if it isn't exactly one. */
export type LookupResult = { id: string } | { count: number };

/** Finds the rows of a collection by id, code, name or second name, in this order. */
export interface ReferenceLookup {
  find(text: string): LookupResult;
  /** Texts that identify only this row, code first. */
  listUniqueTexts(id: string): string[];
  /** Adds a row about to be created; its name becomes ambiguous if an active row already has it. */
  add(row: { _id: string; name?: unknown; nameAlt?: unknown; code?: unknown }): void;
}

export async function loadLookup(db: Queryable, collection: Collection): Promise<ReferenceLookup> {
  const table = referenceTables[collection];
  if (!table) throw new Error(`No collection references ${collection}`);
  const code = codeFields[collection];
  const nameAlt = singleNameCollections.has(collection) ? sql`null` : sql.ref('nameAlt');
  const { addStored, lookup } = createLookup();
  for (let after = ''; ; ) {
    const { rows } = await sql<NamedRow>`select ${sql.ref('_id')}, name, ${nameAlt} as ${sql.ref('nameAlt')},
      ${code ? sql.ref(code) : sql`null`} as code, ${sql.ref('isActive')} from ${sql.table(table)}
      where ${sql.ref('_id')} > ${after} order by ${sql.ref('_id')} limit ${rowsPerQuery}`.execute(db);
    for await (const row of withEventLoopYields(rows)) addStored(row);
    if (rows.length < rowsPerQuery) return lookup;
    after = rows.at(-1)?._id ?? '';
  }
}

const rowsPerQuery = 500;

/** Returns the code field of a collection; null if its rows are referenced by name. */
export const getCodeField = (collection: Collection): string | null => codeFields[collection] ?? null;

/** Looks up exact texts first, so that `g` and `G` can be two units, then with case and accents folded. */
function createLookup(): { addStored(row: NamedRow): void; lookup: ReferenceLookup } {
  const active = new Set<string>();
  const byId = new Map<string, NamedRow>();
  const steps = [
    index((row) => row._id, exact),
    index((row) => row.code, exact),
    index((row) => row.name, exact),
    index((row) => row.nameAlt, exact),
    index((row) => row.code, foldText),
    index((row) => row.name, foldText),
    index((row) => row.nameAlt, foldText),
  ];
  function indexRow(row: NamedRow): void {
    if (row.isActive) active.add(row._id);
    for (const step of steps) step.add(row);
  }
  function find(text: string): LookupResult {
    for (const step of steps) {
      const ids = step.get(text);
      if (ids.length === 0) continue;
      // An active row takes precedence over archived ones of the same name.
      const candidates = ids.length === 1 ? ids : ids.filter((id) => active.has(id));
      return candidates.length === 1 ? { id: candidates[0] as string } : { count: ids.length };
    }
    return { count: 0 };
  }
  const lookup: ReferenceLookup = {
    find,
    listUniqueTexts(id) {
      const row = byId.get(id);
      return [row?.code, row?.name].flatMap((text) => {
        const match = text ? find(text) : { count: 0 };
        return text && 'id' in match && match.id === id ? [text] : [];
      });
    },
    add(row) {
      const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
      indexRow({
        _id: row._id,
        name: text(row.name) ?? row._id,
        nameAlt: text(row.nameAlt),
        code: text(row.code),
        isActive: 1,
      });
    },
  };
  return {
    lookup,
    addStored(row) {
      byId.set(row._id, row);
      indexRow(row);
    },
  };
}

const exact = (text: string) => text;

function index(textOf: (row: NamedRow) => string | null, fold: (text: string) => string) {
  const ids = new Map<string, string[]>();
  return {
    add(row: NamedRow) {
      const text = textOf(row);
      if (text === null || text === '') return;
      const key = fold(text);
      const matches = ids.get(key);
      if (!matches) ids.set(key, [row._id]);
      else if (!matches.includes(row._id)) matches.push(row._id);
    },
    get: (text: string): readonly string[] => ids.get(fold(text)) ?? [],
  };
}
