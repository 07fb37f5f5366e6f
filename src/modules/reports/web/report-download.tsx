import { Download } from 'lucide-react';
import type { ReportName } from '../report-shapes.ts';
import { toCsv } from '#core/csv.ts';
import type { ReportResponse } from '../shapes.ts';
import { fetchReportCsv, type ReportParams, fetchReportWorkbook } from './queries/reports.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { type DeviceCsv, getDeviceCsv } from '#platform/web/format/device-csv.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useSaveFile } from '#platform/web/format/use-save-file.ts';
import { omitColumns } from './column-picker.tsx';
import { getColumnHeading, useReportLabels } from './report-labels.ts';

/** States how many of the rows are shown, with a button that shows all. */
export function TruncationNotice({
  report: { rows, total },
  onAll,
}: {
  report: ReportResponse;
  onAll(): void;
}) {
  const t = useReportLabels();
  if (rows.length >= total) return null;
  return (
    <p className="flex flex-wrap items-center gap-3 pt-3 text-muted-foreground text-sm">
      {t.shown(formatCount(rows.length), formatCount(total))}
      {rows.length >= 5_000 ? (
        t.tooMany
      ) : (
        <Button size="sm" className="print:hidden" onClick={onAll}>
          {t.showAll(formatCount(total))}
        </Button>
      )}
    </p>
  );
}

interface ReportDownloadProps {
  name: ReportName;
  params: ReportParams;
  report: ReportResponse | undefined;
  /** Keys of the hidden columns. */
  hidden: readonly string[];
}

/**
 * Downloads all rows with the visible columns under translated headings: as standard CSV, as CSV in the
 * device's number and date format, or as an Excel workbook.
 */
export function ReportDownload({ name, params, report, hidden }: ReportDownloadProps) {
  const t = useReportLabels();
  const { saving, save: saveFile } = useSaveFile<'csv' | 'local' | 'xlsx'>(t.saveFailed);
  const device = getDeviceCsv();
  const save = async (kind: 'csv' | 'local' | 'xlsx', csvLayout?: DeviceCsv) => {
    if (!report) return;
    const fileParams = hidden.length === 0 ? params : { ...params, hide: hidden.join(',') };
    const days = [params.from, params.to, params.day].filter((day) => day !== undefined);
    const file = `${[name, ...days].join('-')}.${kind === 'xlsx' ? kind : 'csv'}`;
    await saveFile(kind, file, async () => {
      if (kind === 'xlsx') return fetchReportWorkbook(name, fileParams, new AbortController().signal);
      const rows = await fetchReportCsv(name, fileParams, csvLayout?.locale);
      const headings = omitColumns(report, hidden).columns.map((column) =>
        getColumnHeading(t, column, report.by),
      );
      // The rows start with a byte order mark, which must precede the heading.
      return new Blob([toCsv([headings], csvLayout?.row), rows.slice(3)], { type: 'text/csv;charset=utf-8' });
    });
  };
  const isDisabled = !report || report.total === 0;
  return (
    <>
      <SecondaryAction onSelect={() => void save('csv')} disabled={isDisabled}>
        <Download aria-hidden="true" />
        {saving === 'csv' ? t.saving : t.csv}
      </SecondaryAction>
      {device ? (
        <SecondaryAction onSelect={() => void save('local', device)} disabled={isDisabled}>
          <Download aria-hidden="true" />
          {saving === 'local' ? t.saving : t.csvLocal(device.sample)}
        </SecondaryAction>
      ) : null}
      <SecondaryAction onSelect={() => void save('xlsx')} disabled={isDisabled}>
        <Download aria-hidden="true" />
        {saving === 'xlsx' ? t.saving : t.xlsx}
      </SecondaryAction>
    </>
  );
}
