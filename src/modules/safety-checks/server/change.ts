import { toRow } from '#platform/documents/document-rows.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { type DocumentHandlers, transitionDocument } from '#platform/documents/server/transitions.ts';
import { assertPermitted, saveEdit, getPreviousValues } from '#platform/documents/server/write.ts';
import type { CheckStatus } from '../check-rules.ts';
import type { PatchCheckInput } from '../input.ts';
import { decideCheckEdit } from '../lifecycle.ts';
import { safetyCheckSummary } from '../shapes.ts';
import { checkStore, type LoadedCheck } from './rows.ts';

const checkHandlers: DocumentHandlers<LoadedCheck> = {
  store: checkStore,
  async onTransition({ actor }, { header }) {
    header.transitionReason = null;
    if (header.status === 'Verified')
      Object.assign(header, { verifiedAt: header.updatedAt, verifiedByName: actor.name });
    return [];
  },
  auditSnapshot: ({ header: { number, point } }) => ({ number, point }),
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
  const { header } = check;
  if (status !== undefined) {
    header.transitionReason = transitionReason ?? null;
    await transitionDocument(ctx, checkHandlers, check, status, assertVersion);
    return;
  }
  const input = { ...header, status: header.status as CheckStatus };
  assertPermitted(checkStore, check, decideCheckEdit(input, ctx.actor, edit));
  await assertVersion();
  const before = getPreviousValues(header, edit);
  Object.assign(header, toRow(safetyCheckSummary, edit));
  await saveEdit(ctx, checkStore, check, { before, after: edit });
}
