import { fromMicro, toMicro } from '#core/quantity.ts';
import type { ShareSupply } from './proposals.ts';

/** The stock and order lines of an item when shares were proposed. */
export interface ShareSnapshotItem {
  itemId: string;
  supplySnapshot: ShareSupply;
  lines: readonly ShareSnapshotLine[];
}

export interface ShareSnapshotLine {
  lineId: string;
  /** Fingerprint of the line at that time. */
  fingerprint: string;
}

/**
 * One difference since the proposal: a changed (`order`), added (`new`) or removed (`gone`) line, or a change
 * to the available stock or the quantity kept back. Quantities in base units.
 */
export type ShareChange =
  | { kind: 'order' | 'new' | 'gone'; itemId: string; lineId: string }
  | { kind: 'stock' | 'kept-back'; itemId: string; before: number; now: number };

/**
 * Returns the changes since the shares were proposed. If there are none, the same shares would be proposed
 * now.
 */
export function findShareChanges(
  before: readonly ShareSnapshotItem[],
  now: ReadonlyMap<string, ShareSupply & { lines: readonly ShareSnapshotLine[] }>,
): ShareChange[] {
  return before.flatMap(({ itemId, supplySnapshot, lines }): ShareChange[] => {
    const currentItem = now.get(itemId);
    const currentFingerprints = new Map(currentItem?.lines.map((line) => [line.lineId, line.fingerprint]));
    const previousIds = new Set(lines.map(({ lineId }) => lineId));
    const lineChanges = lines.flatMap(({ lineId, fingerprint: previousFingerprint }): ShareChange[] => {
      const isSame = currentFingerprints.get(lineId) === previousFingerprint;
      return isSame ? [] : [{ kind: currentFingerprints.has(lineId) ? 'order' : 'gone', itemId, lineId }];
    });
    if (!currentItem) return lineChanges;
    const newLines = currentItem.lines
      .filter(({ lineId }) => !previousIds.has(lineId))
      .map(({ lineId }): ShareChange => ({ kind: 'new', itemId, lineId }));
    const [availableBefore, availableNow] = [computeAvailable(supplySnapshot), computeAvailable(currentItem)];
    const stock: ShareChange[] =
      availableBefore === availableNow
        ? []
        : [{ kind: 'stock', itemId, before: availableBefore, now: availableNow }];
    const keptBackChanges: ShareChange[] =
      supplySnapshot.keptBack === currentItem.keptBack
        ? []
        : [{ kind: 'kept-back', itemId, before: supplySnapshot.keptBack, now: currentItem.keptBack }];
    return [...stock, ...keptBackChanges, ...lineChanges, ...newLines];
  });
}

/** Returns the quantity that is on hand, usable and not reserved elsewhere. */
const computeAvailable = ({ onHand, unusable, heldElsewhere }: ShareSupply): number =>
  fromMicro(toMicro(onHand) - toMicro(unusable) - toMicro(heldElsewhere));
