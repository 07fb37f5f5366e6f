import { toRow } from '#platform/documents/document-rows.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { type DocumentHandlers, transitionDocument } from '#platform/documents/server/transitions.ts';
import { assertPermitted, saveEdit, getPreviousValues } from '#platform/documents/server/write.ts';
import type { CheckStatus } from '../check-rules.ts';
import type { PatchCheckInput } from '../input.ts';
import { decideCheckEdit } from '../lifecycle.ts';
import { safetyCheckSummary } from '../shapes.ts';
import { checkStore, type LoadedCheck } from './rows.ts';

const checkKind: DocumentHandlers<LoadedCheck> = {
  store: checkStore,
  async onTransition({ actor }, { head }) {
    head.transitionReason = null;
    if (head.status === 'Verified')
      Object.assign(head, { verifiedAt: head.updatedAt, verifiedByName: actor.name });
    return [];
  },
  auditSnapshot: ({ head: { number, point } }) => ({ number, point }),
};

/**
 * Edits the note of a check, or verifies or voids it.
 *
 * @throws ApiProblem 403, 409 ILLEGAL_TRANSITION, 422 without the reason for voiding
 */
export async function changeCheck(
  ctx: CommandContext,
  check: LoadedCheck,
  { status, transitionReason, ...edit }: PatchCheckInput,
  assertVersion: () => Promise<void>,
): Promise<void> {
  const { head } = check;
  if (status !== undefined) {
    head.transitionReason = transitionReason ?? null;
    await transitionDocument(ctx, checkKind, check, status, assertVersion);
    return;
  }
  const input = { ...head, status: head.status as CheckStatus };
  assertPermitted(checkStore, check, decideCheckEdit(input, ctx.actor, edit));
  await assertVersion();
  const before = getPreviousValues(head, edit);
  Object.assign(head, toRow(safetyCheckSummary, edit));
  await saveEdit(ctx, checkStore, check, { before, after: edit });
}
