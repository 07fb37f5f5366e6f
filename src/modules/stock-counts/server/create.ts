import type { CountChange, CountInput } from '../input.ts';
import { getOwnLocations } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import {
  createEditStep,
  insertDocument,
  newDocumentHeader,
  saveEdit,
} from '#platform/documents/server/write.ts';
import { countDocument } from './definition.ts';
import { forbidden, invalid, problem } from '#platform/server/http/problems.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { type CountHeader, countStore, type LoadedCount } from './rows.ts';

/**
 * Creates a draft; its lines are created when it starts.
 *
 * @throws ApiProblem 403 for another location, 422 by field.
 */
export async function createCount(ctx: CommandContext, input: CountInput): Promise<LoadedCount> {
  const { tx, now } = ctx;
  const place = await findCountLocation(ctx, input.branch);
  const { type, sections = [], itemIds = [] } = input;
  await assertKnownRows(ctx, sections, itemIds);
  if (type === 'spot' && itemIds.length === 0) throw invalid({ itemIds: refusal('count-items-needed') });
  const header: CountHeader = {
    ...newDocumentHeader(ctx, 'Draft'),
    number: await takeDocumentNumber(tx, countDocument, now),
    branch: place._id,
    branchName: place.name,
    branchNameAlt: place.nameAlt,
    type,
    blind: input.blind === true ? 1 : 0,
    sections: JSON.stringify(sections),
    itemIds: JSON.stringify(itemIds),
    note: input.note ?? null,
    schedule: input.schedule ?? null,
    startedAt: null,
    submittedAt: null,
    submittedByName: null,
    approvedAt: null,
    approvedBy: null,
    approvedByName: null,
    businessDay: await loadBusinessDay(tx, place._id, now.toISOString()),
    lineCount: 0,
    absoluteE4: null,
    netE4: null,
    approvalLimitE4: null,
    openQuestionLines: 0,
    toPost: 0,
    failedLines: 0,
  };
  return insertDocument(ctx, countStore, { header, lines: [] }, { after: pickAuditedFields(header) });
}

/**
 * Changes the scope of a draft count.
 *
 * @throws ApiProblem 409 once it has started.
 */
export async function changeDraft(
  ctx: CommandContext,
  count: LoadedCount,
  { type, sections, itemIds, blind, note }: Omit<CountChange, 'status' | 'items'>,
  check: () => Promise<void>,
): Promise<void> {
  const { header } = count;
  const changesScope = [type, sections, itemIds, blind].some((value) => value !== undefined);
  if (changesScope && header.status !== 'Draft') throw problem('NOT_EDITABLE', refusal('count-locked'));
  await assertKnownRows(ctx, sections ?? [], itemIds ?? []);
  await check();
  const before = pickAuditedFields(header);
  Object.assign(header, {
    ...(type !== undefined && { type }),
    ...(sections !== undefined && { sections: JSON.stringify(sections) }),
    ...(itemIds !== undefined && { itemIds: JSON.stringify(itemIds) }),
    ...(blind !== undefined && { blind: blind ? 1 : 0 }),
    ...(note !== undefined && { note }),
  });
  if (header.type === 'spot' && header.itemIds === '[]')
    throw invalid({ itemIds: refusal('count-items-needed') });
  await saveEdit(ctx, countStore, count, {
    steps: header.status === 'Draft' || header.status === 'Submitted' ? [createEditStep(header)] : [],
    before,
    after: pickAuditedFields(header),
  });
}

export const pickAuditedFields = ({ number, branch, type, blind, sections, itemIds, note }: CountHeader) => ({
  number,
  branch,
  type,
  blind,
  sections,
  itemIds,
  note,
});

async function findCountLocation(ctx: CommandContext, id: string | undefined) {
  const ownPlaces = getOwnLocations(ctx.actor);
  const placeId = id ?? (ownPlaces?.length === 1 ? ownPlaces[0] : undefined);
  if (placeId === undefined) throw invalid({ branch: refusal('count-place') });
  const place = await ctx.tx
    .selectFrom('branches')
    .select(['_id', 'name', 'nameAlt'])
    .where('_id', '=', placeId)
    .executeTakeFirst();
  if (!place) throw invalid({ branch: refusal('no-such-branch') });
  if (ownPlaces !== null && !ownPlaces.includes(place._id))
    throw forbidden(refusal('cannot-count-at-place', { place: place.name }));
  return place;
}

async function assertKnownRows(
  { tx }: CommandContext,
  sections: readonly string[],
  itemIds: readonly string[],
): Promise<void> {
  const hasMissing = async (table: 'sections' | 'items', ids: readonly string[]) => {
    const distinctIds = new Set(ids);
    if (distinctIds.size === 0) return null;
    const rows = await tx
      .selectFrom(table)
      .select('_id')
      .where('_id', 'in', [...distinctIds])
      .execute();
    return rows.length < distinctIds.size;
  };
  if (await hasMissing('sections', sections))
    throw invalid({ sections: refusal('no-such-row', { label: 'Sections' }) });
  if (await hasMissing('items', itemIds)) throw invalid({ itemIds: refusal('no-such-item') });
}
