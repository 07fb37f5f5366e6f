import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, Hourglass } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { getFreshness } from '../freshness.ts';
import { holdReasons, canHoldLots, releaseReasons } from '../holds.ts';
import { updateLotHold, type HoldableLot } from './queries/lots.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useToday } from '#platform/web/use-today.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { lotPageMessages } from './messages.ts';

/** Badges of a lot: on hold, expired, or about to expire. */
export function LotPills({
  lot: { state, expiry, hold },
}: {
  lot: Pick<HoldableLot, 'state' | 'expiry' | 'hold'>;
}) {
  const t = useMessages(lotPageMessages).states;
  const freshness = getFreshness(expiry, useToday());
  // The server determines expiry in the location's time zone.
  const isExpired = state === 'expired' || freshness?.state === 'expired';
  return (
    <>
      {hold || state === 'held' ? (
        <Pill tone="red" icon={Ban}>
          {t.held}
        </Pill>
      ) : null}
      {isExpired ? (
        <Pill tone="red" icon={Hourglass}>
          {t.expired}
        </Pill>
      ) : freshness?.state === 'soon' ? (
        <Pill tone="amber" icon={Hourglass}>
          {t.daysLeft(freshness.daysLeft)}
        </Pill>
      ) : null}
    </>
  );
}

interface HoldButtonProps {
  lot: HoldableLot;
  onOpen(lot: HoldableLot): void;
}

/**
 * Button to hold or release a lot, for users with permission. Lots held by a recall are released on the
 * recall page.
 */
export function HoldButton({ lot, onOpen }: HoldButtonProps) {
  const t = useMessages(lotPageMessages);
  const user = useUser();
  if (lot.hold?.recallId)
    return (
      <Button asChild className="touch:min-h-11 print:hidden">
        <Link to="." search={{ recall: lot.hold.recallId } as never}>
          {t.recall.openRecall}
        </Link>
      </Button>
    );
  if (!canHoldLots(user)) return null;
  return (
    <Button
      className="touch:min-h-11 print:hidden"
      aria-label={(lot.hold ? t.releaseLot : t.holdLot)(lot.lot ?? t.none)}
      onClick={() => onOpen(lot)}
    >
      {lot.hold ? t.release : t.hold}
    </Button>
  );
}

export const getHoldReasonName = (reasons: Readonly<Record<string, string>>, code: string): string =>
  reasons[code] ?? code;

interface HoldDialogProps {
  /** The lot as it was when the dialog opened; the dialog keeps showing that state. */
  lot: HoldableLot;
  /** The lots in their current state. */
  currentLots: readonly HoldableLot[];
  /** Whether the dialog belongs to a recall; the reason is then preset. */
  isRecall?: boolean;
  /** Called instead of the default release, to release the lot from a recall. */
  onRelease?(input: { reasonCode: ReleaseReason; note: string }, key: string): Promise<unknown>;
  onClose(): void;
}

type ReleaseReason = (typeof releaseReasons)[number];

/**
 * Asks for a reason, and holds or releases the lot. Reports if another user has held or released it
 * concurrently.
 */
export function HoldDialog({ lot, currentLots, isRecall = false, onRelease, onClose }: HoldDialogProps) {
  const t = useMessages(lotPageMessages);
  const queryClient = useQueryClient();
  const formId = useId();
  const key = useRef(newUuid());
  const [reason, setReason] = useState(isRecall && lot.hold === null ? 'recall' : '');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const current = currentLots.find(
    (candidate) => candidate.itemId === lot.itemId && candidate.lot === lot.lot,
  );
  // A lot's version changes only when the lot is held or released.
  const changedLot = !isSending && current && current.version !== lot.version ? current : null;
  const isHeld = lot.hold !== null;
  const reasons = isHeld ? releaseReasons : holdReasons;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    const reasonCode = reasons.find((code) => code === reason);
    if (isSending || changedLot) return;
    if (!reasonCode) return setError(t.reasonMissing);
    if (reasonCode === 'other' && note.trim() === '') return setError(t.noteMissing);
    setSending(true);
    try {
      const releaseReason = releaseReasons.find((code) => code === reasonCode);
      const input = { itemId: lot.itemId, lot: lot.lot, hold: !isHeld, reasonCode, note };
      if (onRelease && releaseReason) await onRelease({ reasonCode: releaseReason, note }, key.current);
      else await updateLotHold(queryClient, input, lot.version, key.current);
      onClose();
    } catch (cause) {
      // The next attempt may differ, so it needs a new idempotency key.
      key.current = newUuid();
      setError(getErrorMessage(cause, t.failed));
      setSending(false);
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={(isHeld ? t.releaseLot : t.holdLot)(lot.lot ?? t.none)}
        description={isHeld ? t.releaseHint : t.holdHint}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button
              type="submit"
              form={formId}
              variant={isHeld ? 'primary' : 'destructive'}
              disabled={changedLot !== null}
            >
              {isHeld ? t.release : t.hold}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void send(event)} className="flex flex-col gap-3">
          {changedLot === null ? null : (
            <p role="alert" className="pill-status-amber rounded-md px-3 py-2 text-sm">
              {changedLot.hold
                ? t.conflict.held(
                    changedLot.hold.byName,
                    getHoldReasonName(t.reasons, changedLot.hold.reasonCode),
                  )
                : t.conflict.released}
            </p>
          )}
          <Field label={t.reason} error={error}>
            {(control) => (
              <Select
                {...control}
                value={reason}
                onChange={(event) => {
                  setReason(event.currentTarget.value);
                  setError(null);
                }}
              >
                <option value="">{t.choose}</option>
                {reasons.map((code) => (
                  <option key={code} value={code}>
                    {getHoldReasonName(t.reasons, code)}
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
