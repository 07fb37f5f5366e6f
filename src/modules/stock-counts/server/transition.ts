import { refusal } from '#core/refusals/refusal.ts';
import type { CountVerb } from '../lifecycle.ts';
import { canActAtLocation } from '#core/permissions.ts';
import {
  type DocumentHandlers,
  transitionDocument,
  removeDocument,
} from '#platform/documents/server/transitions.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { forbidden, problem } from '#platform/server/http/problems.ts';
import { removeAttachments } from '#modules/attachments/server/store.ts';
import { approveCount } from './approve.ts';
import { pickAuditedFields } from './create.ts';
import { countStore, type LoadedCount } from './rows.ts';
import { createCountLines } from './start.ts';
import { startRecount, submitCount } from './submit.ts';

type Effect = (ctx: CommandContext, count: LoadedCount) => Promise<void>;

const countEffects: Readonly<Partial<Record<CountVerb, Effect>>> = {
  start: (ctx, { header }) => createCountLines(ctx, header),
  submit: submitCount,
  recount: startRecount,
  approve: approveCount,
};

/** Count-specific effects of transitions and deletion. */
const countHandlers: DocumentHandlers<LoadedCount> = {
  store: countStore,
  async onTransition(ctx, count, move) {
    await countEffects[move.verb as CountVerb]?.(ctx, count);
    return [];
  },
  onRemove: (ctx, { header }) => removeAttachments(ctx.tx, 'stock_count', header._id),
  auditSnapshot: ({ header }) => pickAuditedFields(header),
};

/** Changes the status of a count; see `transitionDocument`. */
export const transitionCount = (
  ctx: CommandContext,
  count: LoadedCount,
  to: string,
  check?: () => Promise<void>,
): Promise<boolean> => transitionDocument(ctx, countHandlers, count, to, check);

/**
 * Deletes a draft, which has no lines yet.
 *
 * @throws ApiProblem 403 if the actor can't do this at the location; 409 if the count isn't a draft
 */
export async function removeCount(
  ctx: CommandContext,
  count: LoadedCount,
  check: () => Promise<void>,
): Promise<void> {
  const { status } = count.header;
  if (status !== 'Draft') throw problem('NOT_EDITABLE', refusal('count-locked'));
  if (!canActAtLocation(ctx.actor, count.header.branch)) throw forbidden(refusal('document-not-yours'));
  await check();
  await removeDocument(ctx, countHandlers, count);
}
