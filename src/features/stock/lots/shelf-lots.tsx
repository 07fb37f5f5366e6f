import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, Hourglass } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { holdReasons, mayHoldLots, releaseReasons } from '#domain/lots/holds.ts';
import { sendHold, type ShelfLot, shelfLotsQuery } from '#src/collections/stock/lots.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Input, Select } from '#src/components/ui/input.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { formatDate } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { lotMessages } from './messages.ts';

interface ShelfLotsProps {
  itemId: string;
  placeId: string;
  unit: string;
}

/** The lots of an item at a place, where it is kept by lots: until when they are good, and whether they are on hold. */
export function ShelfLots({ itemId, placeId, unit }: ShelfLotsProps) {
  const t = useMessages(lotMessages);
  const user = useUser();
  const { data: lots = [] } = useQuery(shelfLotsQuery(itemId, placeId));
  const [asked, setAsked] = useState<ShelfLot | null>(null);
  if (lots.length === 0) return null;
  return (
    <section>
      <h3 className="pb-1 font-semibold text-sm">{t.title}</h3>
      <ul className="divide-y rounded-md border">
        {lots.map((lot) => (
          <li
            key={lot.lot ?? ''}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5 text-sm"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <bdi className="break-words font-medium">{lot.lot ?? t.none}</bdi>
                <LotState lot={lot} />
              </p>
              <p className="text-muted-foreground text-xs">
                {lot.expiry ? t.goodUntil(formatDate(lot.expiry)) : ''}
                {lot.hold ? ` ${t.heldBy(lot.hold.byName, reasonText(t.reasons, lot.hold.reasonCode))}` : ''}
                {lot.hold?.note ? <bdi>{` “${lot.hold.note}”`}</bdi> : null}
              </p>
            </div>
            <div className="flex items-center gap-3 tabular-nums">
              <p className="text-end">
                <bdi>{formatAmount(lot.onHand, unit)}</bdi>
                {lot.picked > 0 ? (
                  <span className="block text-muted-foreground text-xs">
                    {t.picked(formatAmount(lot.picked, unit))}
                  </span>
                ) : null}
              </p>
              {mayHoldLots(user) ? (
                <Button
                  className="touch:min-h-11"
                  aria-label={(lot.hold ? t.releaseOf : t.holdOf)(lot.lot ?? t.none)}
                  onClick={() => setAsked(lot)}
                >
                  {lot.hold ? t.release : t.hold}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {asked ? <HoldDialog lot={asked} onClose={() => setAsked(null)} /> : null}
    </section>
  );
}

function LotState({ lot: { state } }: { lot: ShelfLot }) {
  const t = useMessages(lotMessages).states;
  if (state === 'held')
    return (
      <Pill tone="red" icon={Ban}>
        {t.held}
      </Pill>
    );
  return state === 'expired' ? (
    <Pill tone="amber" icon={Hourglass}>
      {t.expired}
    </Pill>
  ) : null;
}

const reasonText = (reasons: Readonly<Record<string, string>>, code: string): string => reasons[code] ?? code;

/** Asks why, and puts the lot on hold or releases it. */
function HoldDialog({ lot, onClose }: { lot: ShelfLot; onClose(): void }) {
  const t = useMessages(lotMessages);
  const queryClient = useQueryClient();
  const formId = useId();
  const key = useRef(newUuid());
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const isHeld = lot.hold !== null;
  const reasons = isHeld ? releaseReasons : holdReasons;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    const reasonCode = reasons.find((code) => code === reason);
    if (isSending) return;
    if (!reasonCode) return setFault(t.whyMissing);
    setSending(true);
    try {
      const input = { itemId: lot.itemId, lot: lot.lot, hold: !isHeld, reasonCode, note };
      await sendHold(queryClient, input, lot.version, key.current);
      onClose();
    } catch (error) {
      // What was refused is another request once it is changed.
      key.current = newUuid();
      setFault(error instanceof ApiError ? error.message : t.failed);
      setSending(false);
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={(isHeld ? t.releaseOf : t.holdOf)(lot.lot ?? t.none)}
        description={isHeld ? t.releaseHint : t.holdHint}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" form={formId} variant={isHeld ? 'primary' : 'destructive'}>
              {isHeld ? t.release : t.hold}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void send(event)} className="flex flex-col gap-3">
          <Field label={t.why} error={fault}>
            {(control) => (
              <Select
                {...control}
                value={reason}
                onChange={(event) => {
                  setReason(event.currentTarget.value);
                  setFault(null);
                }}
              >
                <option value="">{t.choose}</option>
                {reasons.map((code) => (
                  <option key={code} value={code}>
                    {reasonText(t.reasons, code)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t.note}>
            {(control) => (
              <Input
                {...control}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
