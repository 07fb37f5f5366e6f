import type { CommentInput } from '#contract/discrepancies.ts';
import type { CommandContext } from '../../documents/context.ts';
import { appendHistory } from '../../documents/history.ts';
import { documentEvent } from '../../documents/kit.ts';
import { readReasons } from '../../documents/reasons.ts';
import { discrepancyDocument } from '../../documents/registry.ts';
import type { DiscrepancyRecord } from './rows.ts';

/**
 * Adds a comment to the history of a discrepancy, where both sides read it. A comment is audited as an entry of its own, so
 * the discrepancy's version stays and a decision that is taken at the same time is not refused.
 */
export async function addDiscrepancyComment(
  ctx: CommandContext,
  { _id, status, ...found }: DiscrepancyRecord,
  { comment }: CommentInput,
): Promise<void> {
  const reason = (await readReasons(ctx.tx, [comment]))(comment);
  await appendHistory(ctx, discrepancyDocument, _id, [{ from: status, to: status, verb: 'comment', reason }]);
  await ctx.audit({ action: 'create', entity: 'comments', id: _id, after: { comment } });
  ctx.emit(documentEvent(discrepancyDocument, _id, discrepancyDocument.audience(found), 'edited'));
}
