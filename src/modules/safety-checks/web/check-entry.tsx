import { Suspense, useState } from 'react';
import { TriangleAlert } from 'lucide-react';
import { readText, readTexts } from '#platform/shapes/tolerant.ts';
import type { CheckSlot } from '#modules/check-points/schedule.ts';
import type { ActiveCheckPoint } from '#modules/check-points/web/queries.ts';
import { attachPhotoAction } from '#modules/attachments/web/queries.ts';
import { localizeRefusal } from '#modules/master-data/web/localize-refusal.ts';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { useEntrySend } from '#platform/documents/web/use-entry-send.ts';
import { getDeviceName } from '#platform/web/device/device-name.ts';
import { formDrafts, newFormDraft } from '#platform/web/drafts/form-drafts.ts';
import { useNumberPad } from '#platform/web/form/use-number-pad.ts';
import { parseDegrees } from '#platform/web/format/degrees.ts';
import { formatTime } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { enqueueOrToast } from '#platform/web/outbox/outbox.ts';
import { buildEntryDraft, useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Textarea } from '#platform/web/ui/input.tsx';
import { newUuid } from '#platform/web/uuid.ts';
import { findCheckErrors, isWithinLimits } from '../check-rules.ts';
import type { CreateCheckInput } from '../input.ts';
import { DegreesInput } from './degrees-input.tsx';
import { checkDetailMessages } from './detail-messages.ts';
import { checkMessages } from './messages.ts';
import { recordCheckAction } from './queries.ts';
import { useCheckFields } from './use-check-fields.ts';

const EntryPhotos = lazyView(
  async () => (await import('#modules/attachments/web/entry-photos.tsx')).EntryPhotos,
);

interface CheckEntryProps {
  point: ActiveCheckPoint;
  /** The due time to record; null for an additional check. */
  slot: CheckSlot | null;
  timezone: string;
  onClose(): void;
}

/** Records a check. Input is stored on the device until the check is sent. */
export function CheckEntry({ point, slot, timezone, onClose }: CheckEntryProps) {
  const t = useMessages(checkDetailMessages).entry;
  const { fields, label } = useMessages(checkMessages);
  const { formatLimits } = useCheckFields();
  const user = useUser();
  const pad = useNumberPad();
  const store = formDrafts.open(user._id, `safety-checks.${point._id}.${slot?.dueAt ?? 'additional'}`);
  const stored = useStore(store);
  const getText = (name: string) => readText(stored?.values[name]) ?? '';
  const photos = readTexts(stored?.values['photos']);
  const [hasSubmitted, setSubmitted] = useState(false);
  const { send, isWaiting } = useEntrySend(store, onClose);
  const recording = useOutboxMutation(recordCheckAction);
  const isMeasured = point.kind === 'temperature';
  const reading = parseDegrees(getText('reading'));
  const isOutside = isMeasured && !isWithinLimits(point, reading);
  const device = getDeviceName(navigator.userAgent);
  const input: CreateCheckInput = {
    point: point._id,
    ...(slot !== null && { dueAt: new Date(slot.dueAt).toISOString() }),
    ...(isMeasured && reading !== null && { reading }),
    ...readOptionalText('correctiveAction', getText('correctiveAction')),
    ...readOptionalText('note', getText('note')),
    ...(point.signatureRequired && { signedBy: getText('signedBy') || user.name }),
    ...(photos.length > 0 && { photo: true }),
    ...(device !== null && { device }),
  };
  const secondReading = parseDegrees(getText('secondReading'));
  if (isOutside && secondReading !== null) input.secondReading = secondReading;
  const errors = findCheckErrors(point, input);
  const serverErrors = recording.error?.fields ?? {};
  const getError = (field: string): string | null => {
    const error = hasSubmitted ? errors[field] : undefined;
    return error ? localizeRefusal(error) : (serverErrors[field] ?? null);
  };
  const isInvalidDegrees = (text: string) => text.trim() !== '' && parseDegrees(text) === null;
  const getDegreesError = (field: string) =>
    hasSubmitted && isInvalidDegrees(getText(field)) ? t.notDegrees : getError(field);

  function change(changes: Readonly<Record<string, unknown>>): void {
    store.set(newFormDraft({ ...stored?.values, ...changes }));
    if (recording.error) recording.reset();
  }

  async function save({ dueAt, ...check }: CreateCheckInput, isAdditional = false): Promise<void> {
    setSubmitted(true);
    if (Object.keys(errors).length > 0 || isInvalidDegrees(getText('secondReading'))) return;
    const localId = newLocalId(newUuid());
    const body = dueAt === undefined || isAdditional ? check : { ...check, dueAt };
    await send(stored, {
      send: (onQueued) => recording.send({ localId, pointName: point.name, input: body }, onQueued),
      onStored() {
        const document = {
          docType: 'safety-checks',
          docId: localId,
          lineId: null,
          number: point.name,
        } as const;
        for (const photo of photos)
          enqueueOrToast(buildEntryDraft(attachPhotoAction, { ...document, photo }));
      },
      onDone(created) {
        toast(t.saved(created.number));
        onClose();
      },
    });
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={point.name}
        description={
          <span className="flex flex-wrap gap-x-3">
            <span>{slot === null ? t.additional : t.dueAt(formatTime(slot.dueAt, timezone))}</span>
            {isMeasured ? <bdi>{formatLimits(point)}</bdi> : null}
          </span>
        }
        footer={
          <>
            {pad ? <pad.NumberPad isForCounting /> : null}
            <Button
              variant="primary"
              size="lg"
              className="max-sm:w-full"
              disabled={isWaiting}
              onClick={() => void save(input)}
            >
              {isMeasured ? t.save : t.done}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <TransitionRefusal error={recording.error} />
          {serverErrors['dueAt'] === undefined ? null : (
            <Button className="self-start" disabled={isWaiting} onClick={() => void save(input, true)}>
              {t.saveAdditional}
            </Button>
          )}
          {isMeasured ? (
            <DegreesInput
              label={fields.reading}
              text={getText('reading')}
              error={getDegreesError('reading')}
              isOutside={isOutside}
              autoFocus
              onText={(text) => change({ reading: text })}
              onEnter={() => void save(input)}
            />
          ) : null}
          {isOutside ? (
            <div role="status" className="pill-status-amber flex flex-col gap-1 rounded-md px-3 py-2 text-sm">
              <p className="flex items-center gap-2 font-semibold">
                <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
                {t.outOfLimits}
              </p>
              {point.instructions === null ? null : (
                <p dir="auto" className="whitespace-pre-line">
                  {point.instructions}
                </p>
              )}
            </div>
          ) : !isMeasured && point.instructions !== null ? (
            <p dir="auto" className="whitespace-pre-line text-muted-foreground text-sm">
              {point.instructions}
            </p>
          ) : null}
          {isOutside ? (
            <>
              <Field label={t.action} error={getError('correctiveAction')}>
                {(control) => (
                  <Textarea
                    {...control}
                    maxLength={1000}
                    value={getText('correctiveAction')}
                    onChange={(event) => change({ correctiveAction: event.currentTarget.value })}
                  />
                )}
              </Field>
              <DegreesInput
                label={t.secondReading}
                text={getText('secondReading')}
                error={getDegreesError('secondReading')}
                onText={(text) => change({ secondReading: text })}
              />
            </>
          ) : null}
          <div>
            <Suspense fallback={<span className="block h-8 touch:h-11" />}>
              <EntryPhotos
                subject={label}
                photos={photos}
                disabled={isWaiting}
                onChange={(storedPhotos) => change({ photos: storedPhotos })}
              />
            </Suspense>
            {point.photoRequired ? (
              <p
                className={`pt-1 text-xs ${getError('photo') ? 'text-destructive' : 'text-muted-foreground'}`}
              >
                {getError('photo') ?? t.photoRequired}
              </p>
            ) : null}
          </div>
          {point.signatureRequired ? (
            <Field label={fields.signedBy} error={getError('signedBy')}>
              {(control) => (
                <Input
                  {...control}
                  maxLength={120}
                  value={readText(stored?.values['signedBy']) ?? user.name}
                  onChange={(event) => change({ signedBy: event.currentTarget.value })}
                />
              )}
            </Field>
          ) : null}
          <Field label={t.note} error={getError('note')}>
            {(control) => (
              <Input
                {...control}
                maxLength={1000}
                value={getText('note')}
                onChange={(event) => change({ note: event.currentTarget.value })}
              />
            )}
          </Field>
        </div>
      </SheetContent>
    </Dialog>
  );
}

const readOptionalText = (name: 'correctiveAction' | 'note', text: string) =>
  text.trim() === '' ? {} : { [name]: text.trim() };
