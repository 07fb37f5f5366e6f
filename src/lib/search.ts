interface Kinds {
  text: string;
  number: number;
  /** True, or not there. */
  flag: true;
}

export type SearchParams<S extends Record<string, keyof Kinds>> = { [K in keyof S]?: Kinds[S[K]] };

/**
 * Reads a route's search parameters. What does not fit is left out, so that a bad address degrades instead of
 * failing. By hand and not by zod, because route definitions load with the first page.
 */
export function searchReader<const S extends Record<string, keyof Kinds>>(shape: S) {
  return (search: Record<string, unknown>): SearchParams<S> => {
    const known = Object.entries(shape).flatMap(([key, kind]) => {
      const value = readers[kind](search[key]);
      return value === undefined ? [] : [[key, value] as const];
    });
    return Object.fromEntries(known) as SearchParams<S>;
  };
}

const readers: { [K in keyof Kinds]: (value: unknown) => Kinds[K] | undefined } = {
  text: (value) =>
    typeof value === 'number'
      ? String(value)
      : typeof value === 'string' && value !== ''
        ? value.slice(0, 500)
        : undefined,
  number: (value) => (value !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined),
  flag: (value) => String(value) === 'true' || undefined,
};

/**
 * What the lists of master data keep in the address: search, archived or not, order, page, tab, and the row that is
 * open (`new` is an empty form, filled from the row `from`; `full` shows it as a page, `edit` as a form);
 * `import` brings rows in from a file.
 */
export const listSearch = searchReader({
  q: 'text',
  active: 'text',
  branch: 'text',
  sort: 'text',
  page: 'number',
  tab: 'text',
  row: 'text',
  from: 'text',
  full: 'flag',
  edit: 'flag',
  import: 'flag',
});
