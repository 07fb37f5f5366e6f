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
  const { header } = count;
  const isHidden = await isCountHiddenFrom(db, actor, header);
  const lines =
    db.isTransaction && header.lineCount > maxLinesInResponse ? null : await loadCountLines(db, header._id);
  return {
    ...toCount(header),
    ...(lines && { items: await presentCountLines(db, header, lines, isHidden) }),
    allowedMoves: allowedTransitions(countDocument, count, actor),
    progress: await loadCountProgress(db, header),
    isBookHidden: isHidden,
  };
}
