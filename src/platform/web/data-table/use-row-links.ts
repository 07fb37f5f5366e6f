import { type LinkProps, useRouter, useSearch } from '@tanstack/react-router';
import { useOpenRow } from './use-list-view.ts';

/** Link targets of a list's rows. */
export interface RowLinks<Row> {
  /** URL for opening the row in a new tab. */
  getHref(row: Row): string;
  open(row: Row): void;
}

/**
 * Returns the links of a list's rows: to `linkOf`, or by default to their panels on the list page. The
 * router's own links would compare each of a hundred rows with the current URL on every navigation; these
 * don't.
 */
export function useRowLinks<Row>(
  openParam: string,
  keyOf: (row: Row) => string,
  linkOf?: (row: Row) => LinkProps,
): RowLinks<Row> {
  const router = useRouter();
  const openRow = useOpenRow(openParam);
  const search: Record<string, unknown> = useSearch({ strict: false });
  if (linkOf) {
    const buildLocation = (row: Row) =>
      router.buildLocation(linkOf(row) as Parameters<typeof router.buildLocation>[0]);
    return {
      getHref: (row) => router.history.createHref(buildLocation(row).href),
      open: (row) => void router.navigate(linkOf(row)),
    };
  }
  const { pathname } = router.state.location;
  return {
    getHref: (row) =>
      router.history.createHref(
        `${pathname}${router.options.stringifySearch({ ...search, [openParam]: keyOf(row) })}`,
      ),
    open: (row) => openRow(keyOf(row)),
  };
}
