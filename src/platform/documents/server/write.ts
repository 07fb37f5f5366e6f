import type { AuditAction } from '#core/audit.ts';
import type { Reason } from '#core/reasons/read-reason.ts';
import type { EditDecision } from '../edits.ts';
import { problem } from '#platform/server/http/problems.ts';
import type { EventKind } from '#platform/server/http/services.ts';
import { newId } from '#platform/server/ids.ts';
import type { CommandContext } from './context.ts';
import type { AnyDocument, DocumentHeader } from './define.ts';
import { appendHistory, type RecordedStep } from './history.ts';
import { documentEvent } from './numbering-and-events.ts';
import type { DocumentStore, LoadedDocument } from './store.ts';

/**
 * Returns the columns that every new document starts with. The number isn't among them:
 * `takeDocumentNumber` locks its series until the commit, so each kind takes it after its own checks.
 */
export function newDocumentHeader<Status extends string>(
  { actor, now }: Pick<CommandContext, 'actor' | 'now'>,
  status: Status,
) {
  const at = now.toISOString();
  return {
    _id: newId({ now: () => now }),
    createdAt: at,
    updatedAt: at,
    version: 1,
    status,
    userId: actor._id,
    userName: actor.name,
  };
}

/**
 * Inserts a new document with its first history step, audit row and event; by default, those of a creation.
 * Returns the document.
 */
export async function insertDocument<D extends LoadedDocument>(
  ctx: CommandContext,
  store: DocumentStore<D>,
  loaded: D,
  record: ChangeRecord,
): Promise<D> {
  const { header } = loaded;
  await store.insert(ctx.tx, loaded);
  const creation = {
    action: 'create',
    event: 'created',
    steps: [{ from: null, to: header.status }],
  } as const;
  await recordChange(ctx, store, header, { ...creation, ...record });
  return loaded;
}

/**
 * Throws the error for an edit or deletion that isn't permitted, with the document's number and status.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION
 */
export function assertPermitted<D extends LoadedDocument>(
  { document }: DocumentStore<D>,
  { header }: D,
  decision: EditDecision,
): void {
  if (decision.ok) return;
  const { code, refusal, fields } = decision;
  const details = { ...getNumberField(document, header), status: header.status };
  throw problem(code, refusal, fields ? { fields, details } : { details });
}

/** Returns the document number under the name of its column. */
export const getNumberField = ({ number }: AnyDocument, header: object): Record<string, unknown> => ({
  [number]: (header as Readonly<Record<string, unknown>>)[number],
});

/** Returns the current values of the edited columns, for `before` in the audit row. */
export const getPreviousValues = (header: object, edit: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(header).filter(([column]) => Object.hasOwn(edit, column)));

/** Returns the history step of an edit, for statuses in `statusesWithEditHistory`. */
export const createEditStep = ({ status }: DocumentHeader, reason: Reason | null = null): RecordedStep => ({
  from: status,
  to: status,
  verb: 'edit',
  reason,
});

/** History, audit data and event of a change. */
interface ChangeRecord {
  /** History steps, oldest first. An edit has none by default. */
  steps?: readonly RecordedStep[];
  /** Audit action; `edit` or `create` by default. */
  action?: AuditAction;
  /** Audit data. */
  before?: unknown;
  after: unknown;
  /** Kind of the event; `edited` or `created` by default. */
  event?: EventKind;
}

/** Changed lines of a document, with history, audit data and event of the change. */
interface DocumentChange<Line> extends ChangeRecord {
  /** New lines and lines that may have changed. */
  lines?: Iterable<Line>;
  /** Ids of removed lines. */
  removed?: readonly string[];
}

/**
 * Saves the changes made to a document in memory as its next version, with history, audit row and event. The
 * transaction must have locked the document, and the caller must have checked that the change is permitted and
 * based on the current version.
 */
export async function saveEdit<D extends LoadedDocument>(
  ctx: CommandContext,
  store: DocumentStore<D>,
  loaded: D,
  change: DocumentChange<D['lines'][number]>,
): Promise<void> {
  raiseVersion(ctx, loaded.header);
  await saveChange(ctx, store, loaded, change);
}

/** Increments the version and sets the time of change, in memory. */
export function raiseVersion({ now }: Pick<CommandContext, 'now'>, header: DocumentHeader): void {
  Object.assign(header, { version: header.version + 1, updatedAt: now.toISOString() });
}

/** Saves a document whose version has already been incremented; otherwise like `saveEdit`. */
export async function saveChange<D extends LoadedDocument>(
  ctx: CommandContext,
  store: DocumentStore<D>,
  { header }: D,
  { lines = [], removed = [], ...record }: DocumentChange<D['lines'][number]>,
): Promise<void> {
  await store.removeLines(ctx.tx, removed);
  await store.saveLines(ctx.tx, [...lines]);
  await store.saveHeader(ctx.tx, header);
  await recordChange(ctx, store, header, record);
}

async function recordChange(
  ctx: CommandContext,
  { document }: { document: AnyDocument },
  header: DocumentHeader,
  { steps = [], action = 'edit', before, after, event = 'edited' }: ChangeRecord,
): Promise<void> {
  await appendHistory(ctx, document, header._id, steps);
  await ctx.audit({ action, entity: document.collection, id: header._id, before, after });
  ctx.emit(documentEvent(document, header, event));
}
