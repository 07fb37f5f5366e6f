import { useEffect, useRef } from 'react';
import type { ReportResponse } from '../shapes.ts';
import { printPage } from '#platform/documents/web/printout.tsx';

/** Prints once all rows are loaded, because a printout can't load more rows. */
export function usePrint(report: ReportResponse | undefined, showAll: () => void): () => void {
  const isPrintPending = useRef(false);
  const isComplete =
    report !== undefined && (report.rows.length >= report.total || report.rows.length >= 5_000);
  useEffect(() => {
    if (!isPrintPending.current || !isComplete) return;
    isPrintPending.current = false;
    printPage();
  }, [isComplete]);
  return () => {
    if (isComplete) return printPage();
    isPrintPending.current = true;
    showAll();
  };
}
