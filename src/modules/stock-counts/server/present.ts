import type { StockCount } from '../shapes.ts';
import type { Actor } from '#core/permissions.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { allowedTransitions } from '#platform/documents/server/transitions.ts';
import { countDocument } from './definition.ts';
import { isCountHiddenFrom } from './hidden.ts';
import { presentCountLines, loadCountLines } from './lines.ts';
import { loadCountProgress } from './progress.ts';
import { type LoadedCount, toCount } from './rows.ts';

/**
 * Number of lines above which the response to a change omits them; they are then read outside its
 * transaction.
 */
const maxLinesInResponse = 1000;

/** Presents a count with its lines, section progress and allowed transitions. */
export async function presentCount(db: Queryable, count: LoadedCount, actor: Actor): Promise<StockCount> {
  const { head } = count;
  const isHidden = await isCountHiddenFrom(db, actor, head);
  const lines =
    db.isTransaction && head.lineCount > maxLinesInResponse ? null : await loadCountLines(db, head._id);
  return {
    ...toCount(head),
    ...(lines && { items: await presentCountLines(db, head, lines, isHidden) }),
    allowedMoves: allowedTransitions(countDocument, count, actor),
    progress: await loadCountProgress(db, head),
    isBookHidden: isHidden,
  };
}
