import type { CountChange } from '../input.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import { changeDraft } from './create.ts';
import { decideCountLines } from './decide.ts';
import { canCount } from './can-count.ts';
import { transitionCount } from './transition.ts';
import type { LoadedCount } from './rows.ts';

/** Handles PATCH of a count: either a status alone, or other changes. */
export async function patchCount(
  ctx: CommandContext,
  count: LoadedCount,
  { status, items, ...edit }: CountChange,
  check: () => Promise<void>,
): Promise<LoadedCount> {
  if (status !== undefined) {
    if (items || Object.keys(edit).length > 0) throw invalid({ status: refusal('count-status-alone') });
    await transitionCount(ctx, count, status, check);
    return count;
  }
  if (!canCount(ctx.actor)) throw forbidden(refusal('count-read-only'));
  if (items) {
    if (Object.keys(edit).length > 0) throw invalid({ items: refusal('count-lines-alone') });
    await decideCountLines(ctx, count, items, check);
  } else await changeDraft(ctx, count, edit, check);
  return count;
}
