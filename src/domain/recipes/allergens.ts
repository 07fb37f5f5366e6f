/** The strongest first: what is contained is so whatever else is not known. */
const strengths = ['contains', 'may_contain', 'unknown', 'free'] as const;
export type AllergenState = (typeof strengths)[number];

/** What is said of each allergen; what is not said is unknown. */
export type AllergenSet = Readonly<Record<string, AllergenState>>;

/**
 * What everything together contains, allergen by allergen: contains before may contain before unknown before free. Of nothing
 * at all nothing is known. Free is only what is free in each of them.
 */
export function allergensOf(sets: readonly AllergenSet[], names: readonly string[]): AllergenSet {
  const strongest = (name: string): AllergenState => {
    const said = new Set(sets.map((set) => set[name] ?? 'unknown'));
    return strengths.find((state) => said.has(state)) ?? 'unknown';
  };
  return Object.fromEntries(names.map((name) => [name, strongest(name)]));
}
