import type { AllowedMove } from '#contract/document-schemas.ts';
import type { Transition, TransitionDecision } from '#domain/documents/lifecycle.ts';
import type { Actor } from '#domain/permissions.ts';
import { type ApiProblem, problem, type ProblemOptions } from '../http/problems.ts';
import type { EventKind } from '../http/services.ts';
import type { CommandContext } from './context.ts';
import type { AnyDocument } from './define.ts';
import { appendHistory } from './history.ts';
import { documentEvent } from './numbering-and-events.ts';
import { ensureLocked } from './locks.ts';
import { createReasonParser, reasonColumns } from './reasons.ts';
import { assertNotSettled } from './assert-not-settled.ts';
import type { DocumentStore, LoadedDocument } from './store.ts';

type AnyMove = Transition<string, string, string>;

/** A kind of document with what is special about its moves and its end; all else follows from the definition. */
export interface DocumentHandlers<D extends LoadedDocument> {
  document: AnyDocument;
  store: DocumentStore<D>;
  /**
   * What a move does besides the status. Called when the move is decided, and status, version and time stand in memory;
   * changes the document there, and answers the lines that it touched. What it throws undoes all of it.
   */
  onTransition?(
    ctx: CommandContext,
    document: D,
    move: AnyMove,
    before: D['head'],
  ): Promise<Iterable<D['lines'][number]>>;
  /** What goes with a draft that is deleted. */
  onRemove?(ctx: CommandContext, document: D): Promise<void>;
  /** What the audit remembers of a draft that is deleted. */
  auditSnapshot(document: D): Readonly<Record<string, unknown>>;
  /** The event of a deleted draft, where it differs from that of other deletions. */
  deletedEvent?: EventKind;
}

/** A document as the rules of its lifecycle see it: its own row, with its lines. */
const lifecycleInput = ({ head, lines }: LoadedDocument) => ({ ...head, lines }) as never;

/**
 * The one way a document changes its status. It is locked by the caller; what the move asks for is read as saved.
 * `check` is asked once the move is known to be legal and the actor's (for a stale version). Answers false when the
 * document has that status already: then nothing is done. The document in memory is brought up to date.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION, 422 VALIDATION with the statuses that are possible now in
 * `details.allowed`; and what the kind's own `moved` throws.
 */
export async function transitionDocument<D extends LoadedDocument>(
  ctx: CommandContext,
  kind: DocumentHandlers<D>,
  loaded: D,
  wish: string,
  check: () => Promise<void> = async () => {},
): Promise<boolean> {
  const { document } = kind;
  await ensureLocked(ctx.tx, document, loaded.head._id);
  const move = decideTransition(document, loaded, ctx.actor, wish);
  if (move === null) return false;
  if (move.undoes)
    await assertNotSettled(ctx.tx, document, loaded.head._id, {
      withDrafts: isInitialStatus(document, move.to),
    });
  await check();
  await applyTransition(ctx, kind, loaded, move);
  return true;
}

/** Whether a document has this status when it is made, and can be changed or deleted like a new one. */
const isInitialStatus = ({ lifecycle }: AnyDocument, status: string): boolean =>
  lifecycle.steps.some(({ from, to }) => from === null && to === status);

/**
 * The move that a wish means; null where the document has that status already.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION, 422 VALIDATION
 */
export function decideTransition(
  document: AnyDocument,
  loaded: LoadedDocument,
  actor: Actor,
  wish: string,
): AnyMove | null {
  const decision = document.lifecycle.decideTransition(lifecycleInput(loaded), actor, wish);
  if (!decision.ok) throw transitionProblem(document, loaded, decision);
  return decision.move;
}

/** Makes a move that was decided: the status, what it does besides, its step, its audit row, and who is told. */
export async function applyTransition<D extends LoadedDocument>(
  ctx: CommandContext,
  kind: DocumentHandlers<D>,
  loaded: D,
  move: AnyMove,
): Promise<void> {
  const { document, store } = kind;
  const { head } = loaded;
  const before = { ...head };
  const given = document.lifecycle.reason(lifecycleInput(loaded));
  const reason = (await createReasonParser(ctx.tx, [given]))(given);
  const at = ctx.now.toISOString();
  Object.assign(head, { status: move.to, version: head.version + 1, updatedAt: at });
  const touched = (await kind.onTransition?.(ctx, loaded, move, before)) ?? [];
  await store.saveLines(ctx.tx, [...touched]);
  await store.saveHead(ctx.tx, head);
  await appendHistory(ctx, document, head._id, [
    { from: before.status, to: move.to, verb: move.verb, reason },
  ]);
  await ctx.audit({
    action: 'status',
    entity: document.collection,
    id: head._id,
    before: { status: before.status },
    after: { status: move.to, ...(reason !== null && reasonColumns(reason)) },
  });
  ctx.emit(documentEvent(document, head._id, document.audience(head), move.to as EventKind));
}

function transitionProblem(
  document: AnyDocument,
  { head }: LoadedDocument,
  { code, why, fields, allowed }: Exclude<TransitionDecision<AnyMove>, { ok: true }>,
): ApiProblem {
  const options: ProblemOptions = {
    details: { ...numberField(document, head), status: head.status, allowed },
  };
  if (fields) options.fields = fields;
  return problem(code, why, options);
}

/** The number that people know a document by, under its name. */
export const numberField = ({ number }: AnyDocument, head: object): Record<string, unknown> => ({
  [number]: (head as Readonly<Record<string, unknown>>)[number],
});

/** Deletes a draft with its lines; its history and audit rows stay. Whether it may go is decided before. */
export async function removeDocument<D extends LoadedDocument>(
  ctx: CommandContext,
  kind: DocumentHandlers<D>,
  loaded: D,
): Promise<void> {
  const { document, store } = kind;
  const { head } = loaded;
  await ensureLocked(ctx.tx, document, head._id);
  await assertNotSettled(ctx.tx, document, head._id, { withDrafts: true });
  await kind.onRemove?.(ctx, loaded);
  await store.remove(ctx.tx, loaded);
  const before = kind.auditSnapshot(loaded);
  await ctx.audit({ action: 'delete', entity: document.collection, id: head._id, before });
  ctx.emit(documentEvent(document, head._id, document.audience(head), kind.deletedEvent ?? 'deleted'));
}

/** The moves to offer this person for a document now. */
export const allowedTransitions = (
  { lifecycle }: AnyDocument,
  loaded: LoadedDocument,
  actor: Actor,
): AllowedMove[] =>
  lifecycle
    .availableTransitions(lifecycleInput(loaded), actor)
    .map(({ to, verb, reason }) => ({ to, verb, reason }));
