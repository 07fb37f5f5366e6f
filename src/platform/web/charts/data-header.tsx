import { Download } from 'lucide-react';
import { Button } from '#platform/web/ui/button.tsx';
import { type CsvCell, toCsv } from '#core/csv.ts';
import { downloadFile } from '#platform/web/format/download-file.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { chartMessages } from './messages.ts';

interface DownloadDataButtonProps {
  /** File name without its extension. */
  file: string;
  headings: readonly string[];
  rows: readonly (readonly CsvCell[])[];
  className?: string;
}

/** Button that downloads the data of a chart. */
export function DownloadDataButton({ file, headings, rows, className }: DownloadDataButtonProps) {
  const t = useMessages(chartMessages);
  return (
    <Button
      size="sm"
      className={className}
      onClick={() => downloadFile(`${file}.csv`, toCsv([headings, ...rows]))}
    >
      <Download aria-hidden="true" />
      {t.csv}
    </Button>
  );
}

interface DataHeaderProps extends Omit<DownloadDataButtonProps, 'className'> {
  title: string;
  /** Total or summary next to the title. */
  note?: string;
}

/** Header of a chart or table with its summary and a download. */
export function DataHeader({ title, note, rows, ...file }: DataHeaderProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <h2 className="font-semibold text-sm">{title}</h2>
      {note ? <span className="text-muted-foreground text-sm">{note}</span> : null}
      {rows.length === 0 ? null : (
        <DownloadDataButton {...file} rows={rows} className="ms-auto print:hidden" />
      )}
    </div>
  );
}
