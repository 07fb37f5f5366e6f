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
  /** Fingerprint of the line at that time. */
  seen: string;
}

/**
 * One difference since the proposal: a line that was changed (`order`), added (`new`) or removed (`gone`),
 * the available stock, or the quantity kept back. Quantities in base units.
 */
export type ShareChange =
  | { kind: 'order' | 'new' | 'gone'; itemId: string; lineId: string }
  | { kind: 'stock' | 'kept-back'; itemId: string; before: number; now: number };

/**
 * Returns what changed since the shares were proposed. If it is empty, the same shares would be proposed now.
 */
export function shareChangesSince(
  before: readonly ShareSnapshotItem[],
  now: ReadonlyMap<string, ShareSupply & { lines: readonly ShareSnapshotLine[] }>,
): ShareChange[] {
  return before.flatMap(({ itemId, seen, lines }): ShareChange[] => {
    const currentItem = now.get(itemId);
    const currentSeen = new Map(currentItem?.lines.map((line) => [line.lineId, line.seen]));
    const knownIds = new Set(lines.map(({ lineId }) => lineId));
    const lineChanges = lines.flatMap(({ lineId, seen: previousSeen }): ShareChange[] => {
      const isSame = currentSeen.get(lineId) === previousSeen;
      return isSame ? [] : [{ kind: currentSeen.has(lineId) ? 'order' : 'gone', itemId, lineId }];
    });
    if (!currentItem) return lineChanges;
    const newLines = currentItem.lines
      .filter(({ lineId }) => !knownIds.has(lineId))
      .map(({ lineId }): ShareChange => ({ kind: 'new', itemId, lineId }));
    const [free, freeNow] = [computeFree(seen), computeFree(currentItem)];
    const stock: ShareChange[] =
      free === freeNow ? [] : [{ kind: 'stock', itemId, before: free, now: freeNow }];
    const keptBackChanges: ShareChange[] =
      seen.keptBack === currentItem.keptBack
        ? []
        : [{ kind: 'kept-back', itemId, before: seen.keptBack, now: currentItem.keptBack }];
    return [...stock, ...keptBackChanges, ...lineChanges, ...newLines];
  });
}

/** Returns the quantity that is on hand, usable and not reserved elsewhere. */
const computeFree = ({ onHand, unusable, heldElsewhere }: ShareSupply): number =>
  fromMicro(toMicro(onHand) - toMicro(unusable) - toMicro(heldElsewhere));
