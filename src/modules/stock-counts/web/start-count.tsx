import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { CountInput } from '../input.ts';
import { type CountType, countTypes } from '../status.ts';
import { createCountAction, moveCountAction } from './queries.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { activeSectionsQuery } from '#modules/sections/web/queries.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { ReferencesField } from '#platform/web/form/references-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { countMessages } from './messages.ts';

/** Prefilled values of a new count: location, scope and schedule. */
export interface CountPrefill {
  place?: string | undefined;
  type?: CountType | undefined;
  sections?: readonly string[] | undefined;
  items?: readonly string[] | undefined;
  schedule?: string | undefined;
}

interface StartCountProps {
  places: readonly { id: string; name: string }[];
  prefill: CountPrefill;
  onCreated(id: string): void;
  onClose(): void;
}

/** Form that starts a count: scope, location, and whether it is blind. Opens the count sheet afterwards. */
export function StartCount({ places, prefill, onCreated, onClose }: StartCountProps) {
  const t = useMessages(countMessages);
  const formId = useId();
  const creating = useOutboxMutation(createCountAction);
  const starting = useOutboxMutation(moveCountAction);
  const items = useQuery(compactItemsQuery()).data ?? [];
  const allSections = useQuery(activeSectionsQuery()).data ?? [];
  const [place, setPlace] = useState(prefill.place ?? places[0]?.id ?? '');
  const [type, setType] = useState<CountType>(prefill.type ?? 'full');
  const [sections, setSections] = useState<readonly string[]>(prefill.sections ?? []);
  const [only, setOnly] = useState<readonly string[]>(prefill.items ?? []);
  const [isBlind, setBlind] = useState(false);
  const [isMissing, setMissing] = useState(false);
  /** Temporary id of the count until the server assigns one; a double click creates one count. */
  const [localId, setLocalId] = useState(() => newLocalId(newUuid()));
  const isBusy = creating.isPending || starting.isPending;
  const locationSections = allSections.filter(({ branchId }) => branchId === null || branchId === place);
  const isSpot = type === 'spot';

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault();
    event.stopPropagation();
    if (isBusy) return;
    if (isSpot && only.length === 0) return setMissing(true);
    const input: CountInput = {
      branch: place,
      type,
      ...(isSpot ? { itemIds: [...only] } : sections.length > 0 && { sections: [...sections] }),
      ...(isBlind && { blind: true }),
      ...(prefill.schedule !== undefined && { schedule: prefill.schedule }),
    };
    try {
      const created = await creating.send({ localId, input });
      const started = await starting.send({ record: created, input: { status: 'Counting' } });
      onCreated(started._id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A rejected request created nothing, so the next attempt needs a new id.
      setLocalId(newLocalId(newUuid()));
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.begin.title}
        footer={
          <>
            <Button onClick={onClose}>{t.begin.back}</Button>
            <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
              {isBusy ? t.begin.starting : t.begin.start}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void start(event)} className="flex flex-col gap-3">
          <TransitionRefusal error={creating.error ?? starting.error} />
          {places.length > 1 ? (
            <Field label={t.begin.place}>
              {(control) => (
                <Select {...control} value={place} onChange={(event) => setPlace(event.currentTarget.value)}>
                  {places.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : null}
          <Field label={t.begin.type} hint={t.typeTexts[type]}>
            {(control) => (
              <Select
                {...control}
                value={type}
                onChange={(event) =>
                  setType(countTypes.find((candidate) => candidate === event.currentTarget.value) ?? 'full')
                }
              >
                {countTypes.map((option) => (
                  <option key={option} value={option}>
                    {t.types[option]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {isSpot ? (
            <ReferencesField
              label={t.begin.items}
              hint={t.begin.itemsHint}
              value={only}
              onChange={setOnly}
              error={isMissing && only.length === 0 ? t.begin.itemsMissing : null}
              choices={items.map(({ _id, name, nameAlt, isActive, itemCode }) => ({
                _id,
                name,
                nameAlt,
                isActive,
                note: itemCode,
              }))}
            />
          ) : (
            <ReferencesField
              label={t.begin.sections}
              hint={sections.length === 0 ? t.begin.allSections : null}
              value={sections}
              onChange={setSections}
              choices={locationSections.map(({ _id, name, nameAlt, code }) => ({
                _id,
                name,
                nameAlt,
                note: code,
              }))}
            />
          )}
          <CheckField label={t.begin.blind} hint={t.begin.blindHint} value={isBlind} onChange={setBlind} />
        </form>
      </DialogContent>
    </Dialog>
  );
}
