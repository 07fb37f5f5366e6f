import { useRef, useState } from 'react';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import type { FetchPage, CollectProgress } from './collect-rows.ts';
import type { Column } from './column.ts';
import { tableMessages } from './messages.ts';
import type { FileKind } from './save-rows.ts';

interface ExportOptions<Row> {
  /** File name without date and extension. */
  name: string;
  columns: readonly Column<Row>[];
  getKey(row: Row): string;
  fetchPage: FetchPage<Row>;
}

/** Manages the export of a list: all filtered rows, or the given ones. */
export function useExport<Row>({ name, columns, getKey, fetchPage }: ExportOptions<Row>) {
  const t = useMessages(tableMessages).export;
  const [progress, setProgress] = useState<CollectProgress | null>(null);
  const running = useRef<AbortController | null>(null);

  async function save(kind: FileKind, selectedRows?: readonly Row[]): Promise<void> {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    try {
      if (!selectedRows) setProgress({ loadedRows: 0, total: null });
      // The export code is loaded on demand.
      const [{ collectRows }, { saveRows, buildTableCells }] = await Promise.all([
        import('./collect-rows.ts'),
        import('./save-rows.ts'),
      ]);
      const rows = selectedRows ?? (await collectRows(fetchPage, getKey, controller.signal, setProgress));
      const file = await saveRows(kind, name, buildTableCells(columns, rows));
      toast(t.done(rows.length, file));
    } catch (error) {
      if (!controller.signal.aborted) toastError(t.failed(getErrorMessage(error, String(error))));
    } finally {
      running.current = null;
      setProgress(null);
    }
  }

  return { progress, save, cancel: () => running.current?.abort() };
}
