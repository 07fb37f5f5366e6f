import type { AllergenSet } from '#modules/recipes/allergens.ts';

/** Event that determines the date on a label: production, or later thawing or opening. */
export const labelCauses = ['made', 'thawed', 'opened'] as const;
export type LabelCause = (typeof labelCauses)[number];

/** Contents of a printed label. */
export interface PrintedLabel {
  itemId: string;
  lot: string;
  cause: LabelCause;
  /** Use-by date, YYYY-MM-DD. */
  useBy: string | null;
  allergens: AllergenSet;
}

/** Reasons why a printed label is outdated: allergens, date, or the lot itself (its part was reversed). */
export const outdatedReasons = ['allergens', 'day', 'reversed'] as const;
export type OutdatedReason = (typeof outdatedReasons)[number];

/** The output's current data. */
export interface CurrentProduction {
  allergens: AllergenSet;
  lots: readonly { itemId: string; lot: string; expiry: string | null }[];
}

/** Converts the allergen states on a label to a string for comparison; unknown states are one entry. */
const toAllergenKey = (set: AllergenSet): string =>
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
 * Returns why each label is outdated, in printing order; empty if it isn't. A reprint for the same lot and
 * cause replaces earlier labels.
 */
export function findOutdatedLabels(
  labels: readonly PrintedLabel[],
  current: CurrentProduction,
): OutdatedReason[][] {
  const getKey = ({ itemId, lot, cause }: PrintedLabel) => JSON.stringify([itemId, lot, cause]);
  const lastIndex = new Map(labels.map((label, index) => [getKey(label), index]));
  return labels.map((label, index) =>
    lastIndex.get(getKey(label)) === index ? findOutdatedReasons(label, current) : [],
  );
}

function findOutdatedReasons(
  { itemId, lot, cause, useBy, allergens }: PrintedLabel,
  current: CurrentProduction,
): OutdatedReason[] {
  const lots = current.lots.filter((candidate) => candidate.itemId === itemId && candidate.lot === lot);
  if (lots.length === 0) return ['reversed'];
  // A thawed or opened lot has its own date, no later than the lot's.
  const hasCurrentDate = lots.some(({ expiry }) =>
    cause === 'made' ? expiry === useBy : expiry === null || (useBy !== null && useBy <= expiry),
  );
  return [
    ...(toAllergenKey(allergens) === toAllergenKey(current.allergens) ? [] : (['allergens'] as const)),
    ...(hasCurrentDate ? [] : (['day'] as const)),
  ];
}
