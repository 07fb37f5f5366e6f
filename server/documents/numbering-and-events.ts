import { canAttach } from '#domain/attachments.ts';
import type { Audience } from '#domain/permissions.ts';
import { isInScope, type Actor } from '#domain/permissions.ts';
import { documentNumber, takeNumber } from '../db/sequences.ts';
import { statement } from '../db/statements.ts';
import type { Queryable, Tx } from '../db/types.ts';
import { stale } from '../http/problems.ts';
import type { ExistsContext } from '../http/route.ts';
import type { AppEvent, EventKind } from '../http/services.ts';
import type { AnyDocument } from './define.ts';

/** The document's own row, where this person sees it; null otherwise. */
export async function findDocument(db: Queryable, document: AnyDocument, actor: Actor, id: string) {
  const [row] = await rowStatement(document)(db, id);
  return row && isInScope(actor, document.audience(row)) ? row : null;
}

/** Is the document that a path names by `:id` there, and in the actor's scope? For the `exists` of its routes. */
export const documentExists =
  (document: AnyDocument) =>
  async ({ db, actor, params }: ExistsContext): Promise<boolean> =>
    (await findDocument(db, document, actor, params['id'] ?? '')) !== null;

/** The series that the numbers of a year come from; also the start of each number. */
export const numberSeries = ({ series, type }: AnyDocument, year: number): string => {
  if (series === null) throw new Error(`A ${type} has no numbers of its own`);
  return `${series}-${year}`;
};

/** Takes the next number of a document; nobody else gets one until the commit. */
export async function nextNumber(tx: Tx, document: AnyDocument, now: Date): Promise<string> {
  const year = now.getUTCFullYear();
  return documentNumber(document.series ?? '', year, await takeNumber(tx, numberSeries(document, year)));
}

/** When a document takes photos, and from whom: by its own rule, else by the one that all have. */
export const photoRules = (document: AnyDocument): NonNullable<AnyDocument['photos']> =>
  document.photos ?? {
    flag: 'canEdit',
    takes: ({ status }) => document.lifecycle.moves.some(({ from }) => from === status),
    may: (_, actor) => canAttach(actor),
  };

/** Tells of a change of a document to who sees it. */
export function documentEvent(
  { collection }: AnyDocument,
  id: string,
  { branches, kitchens }: Audience,
  what: EventKind,
): AppEvent {
  return { collection, id, what, branches: [...branches], kitchens: [...kitchens] };
}

/**
 * Refuses (412) a version that is not the one the client has seen, with the document as it is now. Asked last, when
 * everything else is in order.
 *
 * @param oldest the oldest version that is as good as the present one, where what has changed since is nothing to the caller
 */
export const staleCheck =
  <Row extends { version: number }>(
    { ifMatch }: { ifMatch: number | null },
    show: (current: Row) => unknown,
    oldest = ({ version }: Row) => version,
  ) =>
  async (current: Row): Promise<void> => {
    if (ifMatch === null || (ifMatch >= oldest(current) && ifMatch <= current.version)) return;
    throw stale(await show(current));
  };

type FindRow = (db: Queryable, id: string) => Promise<{ _id: string; version: number; status: string }[]>;
const rowStatements = new Map<AnyDocument, FindRow>();

/** The statement that reads a document's row, compiled once for each kind. */
function rowStatement(document: AnyDocument): FindRow {
  const known = rowStatements.get(document);
  if (known) return known;
  const find: FindRow = statement((db, id: string) =>
    db
      .selectFrom(document.table as 'orders')
      .selectAll()
      .where('_id', '=', id),
  );
  rowStatements.set(document, find);
  return find;
}
