import type { SectionInput } from '../input.ts';
import type { CountProgress } from '../shapes.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { countDocument } from './definition.ts';
import { forbidden, invalid, problem } from '#platform/server/http/problems.ts';
import { lockOpenCount } from './enter.ts';
import { canCount } from './can-count.ts';
import { loadCountProgress } from './progress.ts';

/**
 * Claims a section in the actor's name, releases it, or takes it over. A claim is informational: others can
 * still count there.
 *
 * @throws ApiProblem 403, 409 if another user has claimed it or the count isn't open, 422 for a section
 * without lines.
 */
export async function updateSectionClaim(
  ctx: CommandContext,
  id: string,
  { section, action }: SectionInput,
): Promise<CountProgress> {
  const { tx, actor, now } = ctx;
  if (!canCount(actor)) throw forbidden(refusal('count-read-only'));
  const header = await lockOpenCount(ctx, id);
  const line = await tx
    .selectFrom('stockCountLines')
    .select('sectionName')
    .where('countId', '=', id)
    .where('section', section === null ? 'is' : '=', section)
    .limit(1)
    .executeTakeFirst();
  if (!line) throw invalid({ section: refusal('count-no-section') });
  const key = section ?? '';
  // Inserting the row first makes a concurrent claim wait and then see whose claim came first.
  await tx
    .insertInto('stockCountSections')
    .values({ countId: id, section: key, takenBy: '', takenByName: '', takenAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const existingClaim = await tx
    .selectFrom('stockCountSections')
    .selectAll()
    .where('countId', '=', id)
    .where('section', '=', key)
    .$call(tx.lock)
    .executeTakeFirstOrThrow();
  const isTakenByOther = existingClaim.takenAt !== null && existingClaim.takenBy !== actor._id;
  if (isTakenByOther && action !== 'take over')
    throw problem('NOT_EDITABLE', refusal('count-section-taken', { name: existingClaim.takenByName }));
  const isOwn = existingClaim.takenAt !== null && !isTakenByOther;
  if (action === 'release' || !isOwn) {
    const claim =
      action === 'release'
        ? { takenBy: '', takenByName: '', takenAt: null }
        : { takenBy: actor._id, takenByName: actor.name, takenAt: now.toISOString() };
    await insertRows(tx, 'stockCountSections', [{ countId: id, section: key, ...claim }], {
      key: ['countId', 'section'],
    });
    ctx.emit(documentEvent(countDocument, header, 'changed'));
  }
  return loadCountProgress(tx, header);
}
