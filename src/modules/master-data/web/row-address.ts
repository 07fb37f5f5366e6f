import { useNavigate, useSearch } from '@tanstack/react-router';
import { searchReader } from '#platform/web/search.ts';

/** Placeholder id for an empty form. */
export const newRowId = 'new';

const readAddress = searchReader({ row: 'text', from: 'text', full: 'flag', edit: 'flag' });

/** The open row and its mode; omitted parameters are off. */
interface RowAddress {
  row?: string | undefined;
  /** Row to duplicate: the new row is prefilled from it. */
  from?: string | undefined;
  /** Whether it is shown as a page instead of a panel. */
  full?: true | undefined;
  /** Whether it is shown as a form. */
  edit?: true | undefined;
}

/** Manages the open row in the URL, which can be shared. */
export function useRowAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const current: RowAddress = readAddress(search);
  return {
    ...current,
    isNew: current.row === newRowId,
    /** Opens a row, changes its mode, or closes it (`{}`). `full` is retained unless it is specified. */
    go(next: RowAddress, { replace = false }: { replace?: boolean } = {}) {
      const full = 'full' in next || next.row === undefined ? next.full : current.full;
      return navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({
          ...before,
          row: next.row,
          from: next.from,
          edit: next.edit,
          full,
        }),
        replace,
        resetScroll: false,
      });
    },
  };
}
