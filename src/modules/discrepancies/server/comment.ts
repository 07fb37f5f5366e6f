import type { CommentInput } from '../input.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { appendHistory } from '#platform/documents/server/history.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { createReasonParser } from '#platform/documents/server/reasons.ts';
import { discrepancyDocument } from './definition.ts';
import type { DiscrepancyRecord } from './rows.ts';

/**
 * Adds a comment to the history of a discrepancy, visible to both parties. It is audited separately and
 * doesn't change the version, so that a concurrent resolution isn't rejected.
 */
export async function addDiscrepancyComment(
  ctx: CommandContext,
  discrepancy: DiscrepancyRecord,
  { comment }: CommentInput,
): Promise<void> {
  const { _id, status } = discrepancy;
  const reason = (await createReasonParser(ctx.tx, [comment]))(comment);
  await appendHistory(ctx, discrepancyDocument, _id, [{ from: status, to: status, verb: 'comment', reason }]);
  await ctx.audit({ action: 'create', entity: 'comments', id: _id, after: { comment } });
  ctx.emit(documentEvent(discrepancyDocument, discrepancy, 'edited'));
}
