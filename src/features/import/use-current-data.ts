import { useState } from 'react';
import { currentColumns, type ImportKind } from '#contract/imports/kinds.ts';
import { readImportData } from '#src/collections/master-data/imports.ts';
import { collectRows } from '#src/components/data-table/collect-rows.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import type { ColumnWords } from './column-words.ts';
import { currentTable } from './current-data.ts';
import { guideOf } from './guide.ts';
import { failureText } from '#src/master-data/reason-text.ts';
import { type FileType, saveExplained } from './template.ts';

/** Saves what a collection holds now, ready to be changed elsewhere and imported again. */
export function useCurrentData(kind: ImportKind, words: ColumnWords) {
  const [collected, setCollected] = useState<number | null>(null);

  async function save(type: FileType): Promise<void> {
    setCollected(0);
    try {
      const never = new AbortController().signal;
      const rows = await collectRows(
        (request, signal) => readImportData(kind.kind, request, signal),
        (row) => String(row['rowId']),
        never,
        ({ done }) => setCollected(done),
      );
      const file = await saveExplained(type, kind.kind, currentTable(kind, rows, words), {
        sheet: words.many,
        note: guideOf(kind, currentColumns(kind), words),
      });
      toast(words.t.choose.collected(formatCount(rows.length), file));
    } catch (error) {
      toastError(failureText(error));
    } finally {
      setCollected(null);
    }
  }

  return { collected, save };
}
