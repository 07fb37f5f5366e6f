import type { ReportResponse } from '../shapes.ts';
import { getColumnHeading, useReportLabels } from './report-labels.ts';

interface ColumnPickerProps {
  report: ReportResponse;
  hidden: readonly string[];
  onChange(hide: string | undefined): void;
}

/**
 * Column selector for screen, print and file; stored in the URL, so that a shared link shows the same
 * columns.
 */
export function ColumnPicker({ report, hidden, onChange }: ColumnPickerProps) {
  const t = useReportLabels();
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((column) => column !== key) : [...hidden, key];
    onChange(next.length === 0 ? undefined : next.join(','));
  };
  const hiddenCount = report.columns.filter(({ key }, n) => n > 0 && hidden.includes(key)).length;
  return (
    <details className="pb-2 text-sm print:hidden">
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-muted-foreground touch:min-h-11">
        {hiddenCount === 0 ? t.chooseColumns : t.columnsHidden(hiddenCount)}
      </summary>
      <div className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
        {report.columns.slice(1).map((column) => (
          <label key={column.key} className="flex min-h-8 items-center gap-2 touch:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-primary touch:size-5"
              checked={!hidden.includes(column.key)}
              onChange={() => toggle(column.key)}
            />
            {getColumnHeading(t, column, report.by)}
          </label>
        ))}
      </div>
    </details>
  );
}

/** Returns the report without the hidden columns; the first column can't be hidden. */
export const omitColumns = (report: ReportResponse, hidden: readonly string[]): ReportResponse => ({
  ...report,
  columns: report.columns.filter(({ key }, n) => n === 0 || !hidden.includes(key)),
});
