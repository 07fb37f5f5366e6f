import { useEffect, useRef } from 'react';
import type { Report } from '#src/collections/reports/reports.ts';

/** Prints when all rows are there: paper has no button for the rest. */
export function usePrint(report: Report | undefined, showAll: () => void): () => void {
  const isWanted = useRef(false);
  const isWhole = report !== undefined && (report.rows.length >= report.total || report.rows.length >= 5_000);
  useEffect(() => {
    if (!isWanted.current || !isWhole) return;
    isWanted.current = false;
    window.print();
  }, [isWhole]);
  return () => {
    if (isWhole) return window.print();
    isWanted.current = true;
    showAll();
  };
}
