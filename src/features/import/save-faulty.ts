import { useQueryClient } from '@tanstack/react-query';
import type { ImportKind } from '#contract/imports/kinds.ts';
import type { ImportState } from '#contract/imports/wire.ts';
import { type CheckedRow, importRowsQuery } from '#src/collections/master-data/imports.ts';
import { saveRows } from '#src/components/data-table/save-rows.ts';
import type { CsvCell } from '#src/lib/format/csv.ts';
import { toastError } from '#src/lib/toast.ts';
import { useColumnWords } from './column-words.ts';
import { faultText } from './fault-text.ts';
import { failureText } from '#src/master-data/reason-text.ts';

const limit = 500;

/** Saves every faulty row with what is wrong with it, for whoever mends it elsewhere. */
export function useSaveFaulty(kind: ImportKind, state: ImportState) {
  const { columns } = state;
  const queryClient = useQueryClient();
  const words = useColumnWords(kind);
  const { t, wordOf, choicesOf } = words;
  const columnOf = (key: string) => kind.columns.find((column) => column.key === key);
  const word = (key: string) => {
    const column = columnOf(key);
    return column ? wordOf(column) : key;
  };
  const faultsOf = ({ faults }: CheckedRow) =>
    faults
      .map((fault) => {
        const column = columnOf(fault.column);
        return `${word(fault.column)}: ${faultText(fault, column, column ? choicesOf(column) : {}, words)}`;
      })
      .join(' ');

  return async function save(): Promise<void> {
    try {
      const rows: CsvCell[][] = [];
      for (let page = 1; rows.length < state.faulty; page++) {
        const query = importRowsQuery(state._id, state.version, { outcome: 'faulty', page, limit });
        const { rows: some } = await queryClient.fetchQuery(query);
        if (some.length === 0) break;
        for (const row of some) {
          const cells = columns.map((_, at): CsvCell => {
            const cell = row.cells[at] ?? null;
            return typeof cell === 'boolean' ? String(cell) : cell;
          });
          rows.push([row.row, ...cells, faultsOf(row)]);
        }
      }
      await saveRows('csv', `${kind.kind}-faults`, [
        [t.result.row, ...columns.map(word), t.result.faults],
        ...rows,
      ]);
    } catch (error) {
      toastError(failureText(error));
    }
  };
}
