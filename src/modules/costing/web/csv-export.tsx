import { Download } from 'lucide-react';
import { Button } from '#platform/web/ui/button.tsx';
import { getDeviceCsv } from '#platform/web/format/device-csv.ts';
import { useSaveFile } from '#platform/web/format/use-save-file.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { costingMessages } from './messages.ts';

interface CsvExportProps {
  /** File name without extension. */
  name: string;
  isEmpty: boolean;
  /**
   * Loads all lines, formatted for a locale if one is given.
   *
   * @throws ApiError
   */
  load(locale?: string): Promise<Blob>;
}

/**
 * Exports all lines as CSV, machine-readable or, if that differs, in the format that spreadsheets on this
 * device expect.
 */
export function CsvExport({ name, isEmpty, load }: CsvExportProps) {
  const t = useMessages(costingMessages).file;
  const { saving, save } = useSaveFile<'csv' | 'local'>(t.failed);
  const device = getDeviceCsv();
  const file = `${name}.csv`;
  const isDisabled = isEmpty || saving !== null;
  return (
    <div className="ms-auto flex flex-wrap gap-2 max-sm:ms-0">
      <Button disabled={isDisabled} onClick={() => void save('csv', file, () => load())}>
        <Download aria-hidden="true" />
        {t.csv}
      </Button>
      {device ? (
        <Button
          disabled={isDisabled}
          className="max-sm:h-auto max-sm:min-h-11 max-sm:max-w-full max-sm:flex-wrap"
          onClick={() => void save('local', file, () => load(device.locale))}
        >
          <Download aria-hidden="true" />
          {t.csvLocal}
          <bdi className="text-muted-foreground text-xs">{device.sample}</bdi>
        </Button>
      ) : null}
    </div>
  );
}
