import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { lockCountLines, saveQuestionFlags } from './open-questions.ts';
import { loadCountEntries, applyTally } from './enter.ts';
import { hasConflictingCounts, compareLines, loadCountRules } from './compare.ts';
import { loadCountLines } from './lines.ts';
import type { StoredCountLine, LoadedCount } from './rows.ts';
import { summarizeCount } from './variance-value.ts';

/**
 * Submits a count and compares it with the ledger; uncounted lines are unchanged.
 *
 * @throws ApiProblem 409 if nothing is counted, 422 on lines with conflicting counts.
 */
export async function submitCount(
  { tx, actor, now }: CommandContext,
  { header }: LoadedCount,
): Promise<void> {
  await lockCountLines(tx, header._id);
  const lines = await loadCountLines(tx, header._id);
  const restoredLines = await endRecount({ tx }, lines);
  const countedLines = lines.filter(({ countedQtyMicro }) => countedQtyMicro !== null);
  if (countedLines.length === 0) throw problem('NOT_EDITABLE', refusal('count-nothing-counted'));
  const conflictingLines = countedLines.filter(hasConflictingCounts);
  if (conflictingLines.length > 0) throw buildConflictingCountsProblem(conflictingLines);
  await insertRows(tx, 'stockCountLines', restoredLines, { key: ['lineId'] });
  const { approvalLimitE4 } = await loadCountRules(tx, header.branch);
  const comparedLines = await compareLines(tx, header, lines);
  await saveQuestionFlags(tx, comparedLines);
  Object.assign(
    header,
    { submittedAt: now.toISOString(), submittedByName: actor.name, approvalLimitE4 },
    summarizeCount(comparedLines),
  );
}

function buildConflictingCountsProblem(lines: readonly StoredCountLine[]) {
  const refusals: Record<string, Refusal> = {};
  for (const { lineId, itemName } of lines)
    refusals[`items.${lineId}.countedQty`] = refusal('count-twice', { item: itemName });
  return invalid(refusals);
}

/** Restores the first count of lines that weren't recounted or whose recount was withdrawn. */
async function endRecount(
  { tx }: Pick<CommandContext, 'tx'>,
  lines: readonly StoredCountLine[],
): Promise<StoredCountLine[]> {
  const recountLines = lines.filter(({ isMarkedForRecount }) => isMarkedForRecount === 1);
  if (recountLines.length === 0) return [];
  const entries = Map.groupBy(
    await loadCountEntries(
      tx,
      recountLines.map(({ lineId }) => lineId),
    ),
    ({ lineId }) => lineId,
  );
  for (const line of recountLines) {
    line.isMarkedForRecount = 0;
    const lineEntries = entries.get(line.lineId) ?? [];
    const hasRecountEntries = lineEntries.some(({ round }) => round === line.round);
    // A line added during the recount has only a first count.
    if (line.round === 0 || (hasRecountEntries && line.countedQtyMicro !== null)) continue;
    line.round -= 1;
    Object.assign(line, applyTally(line, lineEntries));
  }
  return recountLines;
}

/** Marks lines for a recount by another person; each keeps its first count. */
export async function startRecount({ tx }: CommandContext, { header }: LoadedCount): Promise<void> {
  const lines = await loadCountLines(tx, header._id);
  const recountLines = lines.filter(({ isMarkedForRecount }) => isMarkedForRecount === 1);
  if (recountLines.length === 0) throw invalid({ items: refusal('count-recount-lines-needed') });
  for (const line of recountLines) {
    const { countedQtyMicro, countedBy, countedByName, countedAt } = line;
    if (line.round === 0)
      Object.assign(line, {
        firstQtyMicro: countedQtyMicro,
        firstBy: countedBy,
        firstByName: countedByName,
        firstAt: countedAt,
      });
    line.round += 1;
    // The line is uncounted until the recount, so the second person starts from an empty line.
    Object.assign(line, applyTally(line, []), { entries: line.entries, lastEntrySeq: line.lastEntrySeq });
  }
  // The variance value is cleared until the next submission, because the book quantity could be derived from
  // it.
  Object.assign(header, { absoluteE4: null, netE4: null, openQuestionLines: 0 });
  await insertRows(tx, 'stockCountLines', recountLines, { key: ['lineId'] });
}
