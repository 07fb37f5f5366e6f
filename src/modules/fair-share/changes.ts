import { fromMicro, toMicro } from '#core/quantity.ts';
import type { ShareSupply } from './proposals.ts';

/** The stock and order lines of an item when shares were proposed. */
export interface ShareSnapshotItem {
  itemId: string;
  seen: ShareSupply;
  lines: readonly ShareSnapshotLine[];
}

export interface ShareSnapshotLine {
  lineId: string;
  /** The line at that time, as comparable text. */
  seen: string;
}

/**
 * One difference since the proposal: a changed line (`order`), a new one (`new`) or a removed one (`gone`);
 * the shareable stock; the quantity kept back. Quantities in base units.
 */
export type ShareChange =
  | { what: 'order' | 'new' | 'gone'; itemId: string; lineId: string }
  | { what: 'stock' | 'kept-back'; itemId: string; before: number; now: number };

/**
 * Returns what changed since the shares were proposed; empty means that the same shares would be proposed
 * again.
 */
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
    const current = there.lines
      .filter(({ lineId }) => !named.has(lineId))
      .map(({ lineId }): ShareChange => ({ what: 'new', itemId, lineId }));
    const [free, freeNow] = [freeOf(seen), freeOf(there)];
    const stock: ShareChange[] =
      free === freeNow ? [] : [{ what: 'stock', itemId, before: free, now: freeNow }];
    const keptBackChanges: ShareChange[] =
      seen.keptBack === there.keptBack
        ? []
        : [{ what: 'kept-back', itemId, before: seen.keptBack, now: there.keptBack }];
    return [...stock, ...keptBackChanges, ...ofLines, ...current];
  });
}

/** On hand, usable and not reserved elsewhere. */
const freeOf = ({ onHand, unusable, heldElsewhere }: ShareSupply): number =>
  fromMicro(toMicro(onHand) - toMicro(unusable) - toMicro(heldElsewhere));
