import type { AllowedMove } from '../document-shapes.ts';
import type { Transition, TransitionDecision } from '../lifecycle.ts';
import type { Actor } from '#core/permissions.ts';
import { type ApiProblem, problem, type ProblemOptions } from '#platform/server/http/problems.ts';
import type { EventKind } from '#platform/server/http/services.ts';
import type { CommandContext } from './context.ts';
import type { AnyDocument } from './define.ts';
import { documentEvent } from './numbering-and-events.ts';
import { ensureLocked } from './locks.ts';
import { createReasonParser, reasonColumns } from './reasons.ts';
import { assertNotSettled } from './assert-not-settled.ts';
import type { DocumentStore, LoadedDocument } from './store.ts';
import { getNumberField, raiseVersion, saveChange } from './write.ts';

type AnyTransition = Transition<string, string, string>;

/** Hooks of a document kind for transitions and deletion; everything else is derived from the definition. */
export interface DocumentHandlers<D extends LoadedDocument> {
  store: DocumentStore<D>;
  /**
   * Side effects of a transition. Called after status, version and time have been set in memory; may change the
   * document and returns the lines it changed. An exception rolls everything back.
   */
  onTransition?(
    ctx: CommandContext,
    document: D,
    transition: AnyTransition,
    before: D['header'],
  ): Promise<Iterable<D['lines'][number]>>;
  /** Deletes rows that belong to a draft. */
  onRemove?(ctx: CommandContext, document: D): Promise<void>;
  /** Audit data of a deleted draft. */
  auditSnapshot(document: D): Readonly<Record<string, unknown>>;
  /** Event of a deleted draft, if it isn't `deleted`. */
  deletedEvent?: EventKind;
}

/** Converts a document to its lifecycle's input: the header with its lines. */
const toLifecycleInput = ({ header, lines }: LoadedDocument) => ({ ...header, lines }) as never;

/**
 * Changes the status of a document that the caller has locked. `check` (for a stale version) runs once the
 * transition is known to be legal and permitted. Returns false without changing anything if the document
 * already has the status; otherwise updates the document in memory.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION, 422 VALIDATION with the possible statuses in
 *   `details.allowed`, and errors thrown by the kind's `onTransition`
 */
export async function transitionDocument<D extends LoadedDocument>(
  ctx: CommandContext,
  kind: DocumentHandlers<D>,
  loaded: D,
  requested: string,
  check: () => Promise<void> = async () => {},
): Promise<boolean> {
  const { document } = kind.store;
  await ensureLocked(ctx.tx, document, loaded.header._id);
  const transition = decideTransition(document, loaded, ctx.actor, requested);
  if (transition === null) return false;
  if (transition.undoes)
    await assertNotSettled(ctx.tx, document, loaded.header._id, {
      withDrafts: isInitialStatus(document, transition.to),
    });
  await check();
  await applyTransition(ctx, kind, loaded, transition);
  return true;
}

/** Returns whether a new document has this status, so that it can be edited and deleted like a new one. */
const isInitialStatus = ({ lifecycle }: AnyDocument, status: string): boolean =>
  lifecycle.steps.some(({ from, to }) => from === null && to === status);

/**
 * Returns the transition to a requested status; null if the document already has it.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION, 422 VALIDATION
 */
export function decideTransition(
  document: AnyDocument,
  loaded: LoadedDocument,
  actor: Actor,
  requested: string,
): AnyTransition | null {
  const decision = document.lifecycle.decideTransition(toLifecycleInput(loaded), actor, requested);
  if (!decision.ok) throw createTransitionProblem(document, loaded, decision);
  return decision.transition;
}

/** Applies a decided transition: status, side effects, history, audit row and event. */
export async function applyTransition<D extends LoadedDocument>(
  ctx: CommandContext,
  kind: DocumentHandlers<D>,
  loaded: D,
  transition: AnyTransition,
): Promise<void> {
  const { store } = kind;
  const { document } = store;
  const { header } = loaded;
  const before = { ...header };
  const reasonText = document.lifecycle.getSavedReason(toLifecycleInput(loaded));
  const reason = (await createReasonParser(ctx.tx, [reasonText]))(reasonText);
  header.status = transition.to;
  raiseVersion(ctx, header);
  const changedLines = (await kind.onTransition?.(ctx, loaded, transition, before)) ?? [];
  await saveChange(ctx, store, loaded, {
    lines: changedLines,
    steps: [{ from: before.status, to: transition.to, verb: transition.verb, reason }],
    action: 'status',
    before: { status: before.status },
    after: { status: transition.to, ...(reason !== null && reasonColumns(reason)) },
    event: transition.to as EventKind,
  });
}

function createTransitionProblem(
  document: AnyDocument,
  { header }: LoadedDocument,
  { code, refusal, fields, allowed }: Exclude<TransitionDecision<AnyTransition>, { ok: true }>,
): ApiProblem {
  const options: ProblemOptions = {
    details: { ...getNumberField(document, header), status: header.status, allowed },
  };
  if (fields) options.fields = fields;
  return problem(code, refusal, options);
}

/**
 * Deletes a draft with its lines; history and audit rows are retained. The caller has checked that deletion
 * is allowed.
 */
export async function removeDocument<D extends LoadedDocument>(
  ctx: CommandContext,
  kind: DocumentHandlers<D>,
  loaded: D,
): Promise<void> {
  const { store } = kind;
  const { document } = store;
  const { header } = loaded;
  await ensureLocked(ctx.tx, document, header._id);
  await assertNotSettled(ctx.tx, document, header._id, { withDrafts: true });
  await kind.onRemove?.(ctx, loaded);
  await store.remove(ctx.tx, loaded);
  const before = kind.auditSnapshot(loaded);
  await ctx.audit({ action: 'delete', entity: document.collection, id: header._id, before });
  ctx.emit(documentEvent(document, header, kind.deletedEvent ?? 'deleted'));
}

/** Returns the transitions currently available to this user. */
export const allowedTransitions = (
  { lifecycle }: AnyDocument,
  loaded: LoadedDocument,
  actor: Actor,
): AllowedMove[] =>
  lifecycle
    .listAvailableTransitions(toLifecycleInput(loaded), actor)
    .map(({ to, verb, reason }) => ({ to, verb, reason }));
