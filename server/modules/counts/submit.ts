import { type Refusal, refusal } from '#domain/refusals/refusal.ts';
import { insertRows } from '../../db/statements.ts';
import type { CommandContext } from '../../documents/context.ts';
import { invalid, problem } from '../../http/problems.ts';
import { lockCountLines, saveQuestionFlags } from './open-questions.ts';
import { loadCountEntries, applyTally } from './enter.ts';
import { hasConflictingCounts, compareLines, loadCountRules } from './compare.ts';
import { loadCountLines } from './lines.ts';
import type { StoredCountLine, LoadedCount } from './rows.ts';
import { summarizeCount } from './variance-value.ts';

/**
 * Hands a count in: what it comes to is compared with the books. Lines that nobody counted are left as they are. Throws 409 where
 * nothing is counted, 422 naming the lines on which two people's counts stand against each other.
 */
export async function submitCount({ tx, actor, now }: CommandContext, { head }: LoadedCount): Promise<void> {
  await lockCountLines(tx, head._id);
  const lines = await loadCountLines(tx, head._id);
  const changed = await endRecount({ tx }, lines);
  const counted = lines.filter(({ countedQtyMicro }) => countedQtyMicro !== null);
  if (counted.length === 0) throw problem('NOT_EDITABLE', refusal('count-nothing-counted'));
  const twice = counted.filter(hasConflictingCounts);
  if (twice.length > 0) throw conflictingCountsProblem(twice);
  await insertRows(tx, 'stockCountLines', changed, { key: ['lineId'] });
  const { approvalLimitE4 } = await loadCountRules(tx, head.branch);
  const judged = await compareLines(tx, head, lines);
  await saveQuestionFlags(tx, judged);
  Object.assign(
    head,
    { submittedAt: now.toISOString(), submittedByName: actor.name, approvalLimitE4 },
    summarizeCount(judged),
  );
}

function conflictingCountsProblem(lines: readonly StoredCountLine[]) {
  const faults: Record<string, Refusal> = {};
  for (const { lineId, itemName } of lines)
    faults[`items.${lineId}.countedQty`] = refusal('count-twice', { item: itemName });
  return invalid(faults);
}

/** What was named to be counted again and was not, or of which that was taken back, stands as it was counted before. */
async function endRecount(
  { tx }: Pick<CommandContext, 'tx'>,
  lines: readonly StoredCountLine[],
): Promise<StoredCountLine[]> {
  const named = lines.filter(({ recount }) => recount === 1);
  if (named.length === 0) return [];
  const entries = Map.groupBy(
    await loadCountEntries(
      tx,
      named.map(({ lineId }) => lineId),
    ),
    ({ lineId }) => lineId,
  );
  for (const line of named) {
    line.recount = 0;
    const own = entries.get(line.lineId) ?? [];
    const isTouched = own.some(({ round }) => round === line.round);
    // What was found while others were counted again is counted for the first time.
    if (line.round === 0 || (isTouched && line.countedQtyMicro !== null)) continue;
    line.round -= 1;
    Object.assign(line, applyTally(line, own));
  }
  return named;
}

/** Sends the lines that are named for it back to be counted by somebody else; what was counted first stays beside it. */
export async function startRecount({ tx }: CommandContext, { head }: LoadedCount): Promise<void> {
  const lines = await loadCountLines(tx, head._id);
  const named = lines.filter(({ recount }) => recount === 1);
  if (named.length === 0) throw invalid({ items: refusal('count-name-recount') });
  for (const line of named) {
    const { countedQtyMicro, countedBy, countedByName, countedAt } = line;
    if (line.round === 0)
      Object.assign(line, {
        firstQtyMicro: countedQtyMicro,
        firstBy: countedBy,
        firstByName: countedByName,
        firstAt: countedAt,
      });
    line.round += 1;
    // Until it is counted again it is not counted: the second person starts from an empty line.
    Object.assign(line, applyTally(line, []), { entries: line.entries, newest: line.newest });
  }
  // What it differs by is told once it is handed in again: from what that is worth the books could be worked out.
  Object.assign(head, { absoluteE4: null, netE4: null, asking: 0 });
  await insertRows(tx, 'stockCountLines', named, { key: ['lineId'] });
}
