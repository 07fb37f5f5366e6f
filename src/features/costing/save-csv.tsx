import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useSayError } from '#src/lib/api/own-words.ts';
import { download } from '#src/lib/format/csv.ts';
import { deviceCsv } from '#src/lib/format/device-csv.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toastError } from '#src/lib/toast.ts';
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
  const say = useSayError();
  const [isSaving, setSaving] = useState(false);
  const device = deviceCsv();
  const save = async (locale?: string) => {
    setSaving(true);
    try {
      download(`${name}.csv`, await read(locale));
    } catch (error) {
      toastError(error instanceof ApiError ? say(error) : t.failed);
    }
    setSaving(false);
  };
  return (
    <div className="ms-auto flex flex-wrap gap-2 max-sm:ms-0">
      <Button disabled={isEmpty || isSaving} onClick={() => void save()}>
        <Download aria-hidden="true" />
        {t.csv}
      </Button>
      {device ? (
        <Button disabled={isEmpty || isSaving} onClick={() => void save(device.locale)}>
          <Download aria-hidden="true" />
          {t.csvHere}
          <bdi className="text-muted-foreground text-xs">{device.sample}</bdi>
        </Button>
      ) : null}
    </div>
  );
}
