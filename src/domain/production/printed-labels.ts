import type { AllergenSet } from '#domain/recipes/allergens.ts';

/** Why a label says the day that it says: as the batch was made, or because what it is on was thawed or opened. */
export const labelCauses = ['made', 'thawed', 'opened'] as const;
export type LabelCause = (typeof labelCauses)[number];

/** What a label that was printed says. */
export interface PrintedLabel {
  itemId: string;
  lot: string;
  cause: LabelCause;
  /** The last day, YYYY-MM-DD. */
  useBy: string | null;
  allergens: AllergenSet;
}

/**
 * What a printed label says that is no longer so: what it contains, its day, or that there is such a lot at all (its part was
 * taken back).
 */
export type OutdatedReason = 'allergens' | 'day' | 'gone';

/** What is made as it is known now. */
export interface CurrentProduction {
  allergens: AllergenSet;
  lots: readonly { itemId: string; lot: string; expiry: string | null }[];
}

/** Labels say what is contained, what may be, and whether anything is not known. */
const said = (set: AllergenSet): string =>
  [
    ...new Set(
      Object.entries(set).flatMap(([name, state]) =>
        state === 'free' ? [] : [state === 'unknown' ? state : `${name} ${state}`],
      ),
    ),
  ]
    .toSorted()
    .join();

/**
 * Why each of these labels is outdated, in their order, which is the one in which they were printed; nothing where it is not.
 * A label that was printed anew for the same lot and cause takes the place of those before it.
 */
export function findOutdatedLabels(
  labels: readonly PrintedLabel[],
  now: CurrentProduction,
): OutdatedReason[][] {
  const keyOf = ({ itemId, lot, cause }: PrintedLabel) => JSON.stringify([itemId, lot, cause]);
  const last = new Map(labels.map((label, at) => [keyOf(label), at]));
  return labels.map((label, at) => (last.get(keyOf(label)) === at ? outdatedBy(label, now) : []));
}

function outdatedBy(
  { itemId, lot, cause, useBy, allergens }: PrintedLabel,
  now: CurrentProduction,
): OutdatedReason[] {
  const made = now.lots.filter((each) => each.itemId === itemId && each.lot === lot);
  if (made.length === 0) return ['gone'];
  // What was thawed or opened has a day of its own, and no later one than its lot.
  const isOfDay = made.some(({ expiry }) =>
    cause === 'made' ? expiry === useBy : expiry === null || (useBy !== null && useBy <= expiry),
  );
  return [
    ...(said(allergens) === said(now.allergens) ? [] : (['allergens'] as const)),
    ...(isOfDay ? [] : (['day'] as const)),
  ];
}
