import { type LinkProps, useRouter, useSearch } from '@tanstack/react-router';
import { useOpenRow } from './use-list-view.ts';

/** Link targets of a list's rows. */
export interface RowLinks<Row> {
  /** URL for opening the row in a new tab. */
  getHref(row: Row): string;
  open(row: Row): void;
}

/**
 * Returns the links of a list's rows: to `getLink`, or by default to their panels on the list page. The
 * router's own links would compare each of a hundred rows with the current URL on every navigation; these
 * don't.
 */
export function useRowLinks<Row>(
  openParam: string,
  getKey: (row: Row) => string,
  getLink?: (row: Row) => LinkProps,
): RowLinks<Row> {
  const router = useRouter();
  const openRow = useOpenRow(openParam);
  const search: Record<string, unknown> = useSearch({ strict: false });
  if (getLink) {
    const buildLocation = (row: Row) =>
      router.buildLocation(getLink(row) as Parameters<typeof router.buildLocation>[0]);
    return {
      getHref: (row) => router.history.createHref(buildLocation(row).href),
      open: (row) => void router.navigate(getLink(row)),
    };
  }
  const { pathname } = router.state.location;
  return {
    getHref: (row) =>
      router.history.createHref(
        `${pathname}${router.options.stringifySearch({ ...search, [openParam]: getKey(row) })}`,
      ),
    open: (row) => openRow(getKey(row)),
  };
}
