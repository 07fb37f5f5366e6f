interface ParamTypes {
  text: string;
  number: number;
  /** True or absent. */
  flag: true;
}

export type SearchParams<S extends Record<string, keyof ParamTypes>> = { [K in keyof S]?: ParamTypes[S[K]] };

/**
 * Creates a reader for a route's search parameters. Invalid values are dropped, so that a URL with a mistake
 * still works. Doesn't use zod, because route definitions load with the first page.
 */
export function searchReader<const S extends Record<string, keyof ParamTypes>>(shape: S) {
  return (search: Record<string, unknown>): SearchParams<S> => {
    const parsedEntries = Object.entries(shape).flatMap(([key, kind]) => {
      const value = readers[kind](search[key]);
      return value === undefined ? [] : [[key, value] as const];
    });
    return Object.fromEntries(parsedEntries) as SearchParams<S>;
  };
}

const readers: { [K in keyof ParamTypes]: (value: unknown) => ParamTypes[K] | undefined } = {
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
 * Search parameters of a document list page: all as text, except the page number. The list validates those
 * that it supports.
 */
export function documentSearch(search: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) => {
      const parsed = key === 'page' ? readers.number(value) : readers.text(value);
      return parsed === undefined ? [] : [[key, parsed]];
    }),
  );
}

/**
 * Search parameters of master-data lists: search, archived filter, sort, page, tab, and the open row (`new`
 * is an empty form, prefilled from the row `from`; `full` shows it as a page, `edit` as a form); `import`
 * opens the import.
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
