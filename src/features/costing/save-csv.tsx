import { Download } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import { deviceCsv } from '#src/lib/format/device-csv.ts';
import { useSaveFile } from '#src/lib/format/use-save-file.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { costingMessages } from './messages.ts';

interface SaveCsvProps {
  /** Without its ending. */
  name: string;
  isEmpty: boolean;
  /** All lines, as a language writes them where one is named. Throws `ApiError`. */
  read(locale?: string): Promise<Blob>;
}

/** All lines as CSV, as programs read them, or as spreadsheets of this device do where these differ. */
export function SaveCsv({ name, isEmpty, read }: SaveCsvProps) {
  const t = useMessages(costingMessages).file;
  const { saving, save } = useSaveFile<'csv' | 'here'>(t.failed);
  const device = deviceCsv();
  const file = `${name}.csv`;
  const isOff = isEmpty || saving !== null;
  return (
    <div className="ms-auto flex flex-wrap gap-2 max-sm:ms-0">
      <Button disabled={isOff} onClick={() => void save('csv', file, () => read())}>
        <Download aria-hidden="true" />
        {t.csv}
      </Button>
      {device ? (
        <Button disabled={isOff} onClick={() => void save('here', file, () => read(device.locale))}>
          <Download aria-hidden="true" />
          {t.csvHere}
          <bdi className="text-muted-foreground text-xs">{device.sample}</bdi>
        </Button>
      ) : null}
    </div>
  );
}
