/** Strongest first: contained allergens outweigh unknown ones. */
const strengths = ['contains', 'may_contain', 'unknown', 'free'] as const;
export type AllergenState = (typeof strengths)[number];

/** State by allergen; a missing one is unknown. */
export type AllergenSet = Readonly<Record<string, AllergenState>>;

/**
 * Combines allergen states; the strongest wins: contains, may contain, unknown, free. An allergen is free
 * only if it is free in all sets; no sets means unknown.
 */
export function combineAllergens(sets: readonly AllergenSet[], names: readonly string[]): AllergenSet {
  const strongest = (name: string): AllergenState => {
    const states = new Set(sets.map((set) => set[name] ?? 'unknown'));
    return strengths.find((state) => states.has(state)) ?? 'unknown';
  };
  return Object.fromEntries(names.map((name) => [name, strongest(name)]));
}
