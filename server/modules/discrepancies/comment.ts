import type { CommentInput } from '#contract/discrepancies.ts';
import type { CommandContext } from '../../documents/context.ts';
import { appendHistory } from '../../documents/history.ts';
import { documentEvent } from '../../documents/kit.ts';
import { readReasons } from '../../documents/reasons.ts';
import { discrepancyDocument } from '../../documents/registry.ts';
import type { FoundDiscrepancy } from './rows.ts';

/**
 * Keeps what somebody says of a discrepancy among the steps of its life, where both sides read it. Its version stays: a
 * decision that is taken at the same time is not refused for it.
 */
export async function commentOn(
  ctx: CommandContext,
  { _id, status, ...found }: FoundDiscrepancy,
  { comment }: CommentInput,
): Promise<void> {
  const reason = (await readReasons(ctx.tx, [comment]))(comment);
  await appendHistory(ctx, discrepancyDocument, _id, [{ from: status, to: status, verb: 'comment', reason }]);
  await ctx.audit({ action: 'edit', entity: 'discrepancies', id: _id, after: { comment } });
  ctx.emit(documentEvent(discrepancyDocument, _id, discrepancyDocument.audience(found), 'edited'));
}
