import { useNavigate, useSearch } from '@tanstack/react-router';
import { searchReader } from '#src/lib/search.ts';

/** In place of an id: an empty form. */
export const newId = 'new';

const read = searchReader({ row: 'text', from: 'text', full: 'flag', edit: 'flag' });

/** Which row is open and how; what is left out is closed, or off. */
interface RowAddress {
  row?: string | undefined;
  /** A new row starts with the values of this one. */
  from?: string | undefined;
  /** As a page, instead of beside the list. */
  full?: true | undefined;
  /** As a form. */
  edit?: true | undefined;
}

/** The open row in the address: the same screen for everybody who is given it. */
export function useRowAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const at: RowAddress = read(search);
  return {
    ...at,
    isNew: at.row === newId,
    /** Opens a row, another way of showing it, or closes it (`{}`). `full` stays unless it is said. */
    go(next: RowAddress, { replace = false }: { replace?: boolean } = {}) {
      const full = 'full' in next || next.row === undefined ? next.full : at.full;
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
