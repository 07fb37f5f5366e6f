import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckLocation } from '#modules/check-points/schedule.ts';
import { getBusinessDay } from '#core/business-day.ts';
import { letterheadQuery } from '#modules/settings/web/queries/letterhead.ts';
import { printContent } from '#platform/documents/web/printout.tsx';
import { DateRangeInputs } from '#platform/web/data-table/date-range.tsx';
import { getServerNow } from '#platform/web/device-clock.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toastError } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { checkDetailMessages } from './detail-messages.ts';
import { safetyRecordQuery } from './queries.ts';
import { RecordPrint } from './record-print.tsx';

interface RecordDialogProps {
  place: CheckLocation & { _id: string; name: string };
  onClose(): void;
}

/** Asks for the days of the food safety record and prints it; this month by default. */
export function RecordDialog({ place, onClose }: RecordDialogProps) {
  const t = useMessages(checkDetailMessages).record;
  const client = useQueryClient();
  const today = getBusinessDay(getServerNow(), place);
  const [days, setDays] = useState({ from: `${today.slice(0, 8)}01`, to: today });
  const [isLoading, setLoading] = useState(false);

  async function print(): Promise<void> {
    setLoading(true);
    const record = client.fetchQuery(safetyRecordQuery({ branch: place._id, ...days }));
    const business = client.fetchQuery(letterheadQuery()).catch(() => null);
    const rows = await record.catch(() => null);
    setLoading(false);
    if (rows === null) return toastError(t.failed);
    printContent(<RecordPrint rows={rows} place={place} {...days} business={await business} />, 'list');
    onClose();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.title}
        description={<bdi>{place.name}</bdi>}
        footer={
          <Button variant="primary" disabled={isLoading || days.from > days.to} onClick={() => void print()}>
            {t.print}
          </Button>
        }
      >
        <DateRangeInputs
          label={t.days}
          fromLabel={t.from}
          toLabel={t.to}
          {...days}
          onChange={(changed) =>
            setDays((before) => ({
              from: ('from' in changed ? changed.from : undefined) ?? before.from,
              to: ('to' in changed ? changed.to : undefined) ?? before.to,
            }))
          }
        />
      </DialogContent>
    </Dialog>
  );
}
