import { useEffect, useRef } from 'react';
import type { ReportAnswer } from '../shapes.ts';
import { printPage } from '#platform/documents/web/printout.tsx';

/** Prints once all rows are loaded, because a printout has no button for the rest. */
export function usePrint(report: ReportAnswer | undefined, showAll: () => void): () => void {
  const isWanted = useRef(false);
  const isWhole = report !== undefined && (report.rows.length >= report.total || report.rows.length >= 5_000);
  useEffect(() => {
    if (!isWanted.current || !isWhole) return;
    isWanted.current = false;
    printPage();
  }, [isWhole]);
  return () => {
    if (isWhole) return printPage();
    isWanted.current = true;
    showAll();
  };
}
