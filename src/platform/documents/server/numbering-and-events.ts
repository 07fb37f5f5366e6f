import { canAttach } from '#modules/documents/attachable.ts';
import type { Audience, Collection } from '#core/permissions.ts';
import { isInScope, type Actor } from '#core/permissions.ts';
import { formatDocumentNumber, takeNumber } from '#platform/server/db/sequences.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { stale } from '#platform/server/http/problems.ts';
import type { ExistsContext } from '#platform/server/http/route.ts';
import type { AppEvent, EventKind } from '#platform/server/http/services.ts';
import type { AnyDocument } from './define.ts';

/** Returns the header row, or null if it doesn't exist or is out of the actor's scope. */
export async function findDocument(db: Queryable, document: AnyDocument, actor: Actor, id: string) {
  const [row] = await getRowStatement(document)(db, id);
  return row && isInScope(actor, document.audience(row)) ? row : null;
}

/** Returns the `exists` check of routes with a document `:id`, scope included. */
export const documentExists =
  (document: AnyDocument) =>
  async ({ db, actor, params }: ExistsContext): Promise<boolean> =>
    (await findDocument(db, document, actor, params['id'] ?? '')) !== null;

/** Returns the number series of a year, which is also the prefix of its numbers. */
export const getNumberSeries = ({ series, type }: AnyDocument, year: number): string => {
  if (series === null) throw new Error(`A ${type} has no number series`);
  return `${series}-${year}`;
};

/** Takes the next document number. The sequence is locked until the commit. */
export async function takeDocumentNumber(tx: Tx, document: AnyDocument, now: Date): Promise<string> {
  const year = now.getUTCFullYear();
  return formatDocumentNumber(
    document.series ?? '',
    year,
    await takeNumber(tx, getNumberSeries(document, year)),
  );
}

/** Returns the photo rules of a kind, or the default rules. */
export const getPhotoRules = (document: AnyDocument): NonNullable<AnyDocument['photos']> =>
  document.photos ?? {
    flag: 'canEdit',
    acceptsPhotos: ({ status }) => document.lifecycle.transitions.some(({ from }) => from === status),
    canAttach: (_, actor) => canAttach(actor),
  };

/** Builds the change event of a document for the locations that see it. */
export function documentEvent<AudienceRow>(
  document: { collection: Collection; audience(header: AudienceRow): Audience },
  header: { _id: string } & AudienceRow,
  change: EventKind,
): AppEvent {
  const { branches, kitchens } = document.audience(header);
  const { collection } = document;
  return { collection, id: header._id, change, branches: [...branches], kitchens: [...kitchens] };
}

/**
 * Returns a check that throws 412 with the current document if the client's version is outdated. It runs
 * last, after all other checks.
 *
 * @param getOldestVersion returns the oldest acceptable version, if later changes don't affect the caller
 */
export const createStaleCheck =
  <Row extends { version: number }>(
    { ifMatch }: { ifMatch: number | null },
    show: (current: Row) => unknown,
    getOldestVersion = ({ version }: Row) => version,
  ) =>
  async (current: Row): Promise<void> => {
    if (ifMatch === null || (ifMatch >= getOldestVersion(current) && ifMatch <= current.version)) return;
    throw stale(await show(current));
  };

type FindRow = (db: Queryable, id: string) => Promise<{ _id: string; version: number; status: string }[]>;
const rowStatements = new Map<AnyDocument, FindRow>();

/** Returns the prepared statement that reads a header row, one per kind. */
function getRowStatement(document: AnyDocument): FindRow {
  const cached = rowStatements.get(document);
  if (cached) return cached;
  const find: FindRow = statement((db, id: string) =>
    db
      .selectFrom(document.table as 'orders')
      .selectAll()
      .where('_id', '=', id),
  );
  rowStatements.set(document, find);
  return find;
}
