import { fromMicro, toMicro } from '../quantity.ts';
import type { ShareSupply } from './proposals.ts';

/** What of an item was there, and who asked, when shares were proposed. */
export interface ShareSnapshotItem {
  itemId: string;
  seen: ShareSupply;
  lines: readonly ShareSnapshotLine[];
}

export interface ShareSnapshotLine {
  lineId: string;
  /** What the line looked like; any other text is a change. */
  seen: string;
}

/**
 * One thing that is not as it was seen: a line that is another one now (`order`), came (`new`) or asks no more (`gone`);
 * the stock that may be shared; what is kept back of it. Quantities in base units.
 */
export type ShareChange =
  | { what: 'order' | 'new' | 'gone'; itemId: string; lineId: string }
  | { what: 'stock' | 'kept-back'; itemId: string; before: number; now: number };

/** What changed of the items that were seen; nothing means that the same shares would be proposed again. */
export function shareChangesSince(
  before: readonly ShareSnapshotItem[],
  now: ReadonlyMap<string, ShareSupply & { lines: readonly ShareSnapshotLine[] }>,
): ShareChange[] {
  return before.flatMap(({ itemId, seen, lines }): ShareChange[] => {
    const there = now.get(itemId);
    const known = new Map(there?.lines.map((line) => [line.lineId, line.seen]));
    const named = new Set(lines.map(({ lineId }) => lineId));
    const ofLines = lines.flatMap(({ lineId, seen: text }): ShareChange[] => {
      const isSame = known.get(lineId) === text;
      return isSame ? [] : [{ what: known.has(lineId) ? 'order' : 'gone', itemId, lineId }];
    });
    if (!there) return ofLines;
    const fresh = there.lines
      .filter(({ lineId }) => !named.has(lineId))
      .map(({ lineId }): ShareChange => ({ what: 'new', itemId, lineId }));
    const [free, freeNow] = [freeOf(seen), freeOf(there)];
    const stock: ShareChange[] =
      free === freeNow ? [] : [{ what: 'stock', itemId, before: free, now: freeNow }];
    const kept: ShareChange[] =
      seen.keptBack === there.keptBack
        ? []
        : [{ what: 'kept-back', itemId, before: seen.keptBack, now: there.keptBack }];
    return [...stock, ...kept, ...ofLines, ...fresh];
  });
}

/** On hand, usable and held for nobody else. */
const freeOf = ({ onHand, unusable, heldElsewhere }: ShareSupply): number =>
  fromMicro(toMicro(onHand) - toMicro(unusable) - toMicro(heldElsewhere));
