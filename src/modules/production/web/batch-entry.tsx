import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import { addDays } from '#core/day.ts';
import { isOwnLocation } from '#core/permissions.ts';
import { productionShifts } from '../lifecycle.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import { createBatchAction, producibleRecipesQuery } from './queries.ts';
import { typicalBatchesQuery } from '#platform/documents/web/queries/typical-quantities.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { focusFirstField } from '#platform/web/ui/focus-first-field.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useDocumentLocations } from '#platform/documents/web/document-list.tsx';
import { useNoLocationsHint } from '#platform/documents/web/entry-parts.tsx';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { warnUnusualQuantity, getTypicalQuantity } from '#modules/items/web/unusual.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { parseQuantity } from '#platform/web/format/parse-quantity.ts';
import { useToday } from '#platform/web/use-today.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { productionMessages } from './messages.ts';

const parseQuantityOrZero = (values: string): number => {
  const parsed = parseQuantity(values);
  return parsed.kind === 'quantity' ? parsed.value : 0;
};

interface BatchEntryProps {
  /** The day of the plan; the next day of the device by default. */
  day: string | null;
  onClose(): void;
}

/** Form for planning one batch manually. */
export function BatchEntry({ day, onClose }: BatchEntryProps) {
  const messages = useMessages(productionMessages);
  const { entry: t, fields } = messages;
  const user = useUser();
  const navigate = useNavigate();
  const locations = useDocumentLocations();
  const places = (locations ?? []).filter(({ id }) => isOwnLocation(user, id));
  const noPlacesHint = useNoLocationsHint(places, locations !== null);
  const recipes = useQuery(producibleRecipesQuery());
  const creating = useOutboxMutation(createBatchAction);
  const [isMissing, setMissing] = useState(false);
  const isSaving = useRef(false);
  const formId = useId();
  const today = useToday();
  const [plannedDay, setPlannedDay] = useState(() => day ?? addDays(today, 1));
  const [values, setValues] = useState({ recipe: '', kitchen: '', qty: '' });
  const typicalQuantities = useQuery({
    ...typicalBatchesQuery(values.kitchen),
    enabled: values.kitchen !== '',
  }).data;
  const itemId = recipes.data?.find(({ _id }) => _id === values.recipe)?.itemId ?? '';
  const warning = warnUnusualQuantity(
    parseQuantityOrZero(values.qty),
    [getTypicalQuantity(typicalQuantities, itemId, 'out')],
    '',
  );

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const getText = (name: string) => String(form.get(name) ?? '');
    const plannedQty = parseQuantityOrZero(getText('qty'));
    const [recipeId, kitchen, plannedFor] = [getText('recipe'), getText('kitchen'), getText('day')];
    const isIncomplete = recipeId === '' || kitchen === '' || plannedFor === '' || plannedQty <= 0;
    setMissing(isIncomplete);
    if (isIncomplete || isSaving.current) return;
    isSaving.current = true;
    const shift = productionShifts.find((candidate) => candidate === getText('shift')) ?? null;
    const recipeName = recipes.data?.find(({ _id }) => _id === recipeId)?.name ?? '';
    try {
      const created = await creating.send({
        localId: newLocalId(newUuid()),
        recipeName,
        input: { recipeId, kitchen, plannedQty, plannedFor, shift },
      });
      toast(t.saved(created.number));
      void navigate({
        to: '/production',
        search: { view: 'batches', row: created._id },
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      isSaving.current = false;
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        onOpenAutoFocus={focusFirstField}
        title={t.title}
        footer={
          <Button type="submit" form={formId} variant="primary" disabled={creating.isPending}>
            {t.save}
          </Button>
        }
      >
        {recipes.error ? (
          <LoadFailed title={messages.failed} error={recipes.error} onRetry={() => void recipes.refetch()} />
        ) : recipes.data === undefined ? (
          <SkeletonRows label={messages.loading} />
        ) : recipes.data.length === 0 ? (
          <p className="text-muted-foreground text-sm">{t.none}</p>
        ) : (
          <form
            id={formId}
            noValidate
            className="flex flex-col gap-4"
            onChange={(event) => {
              const form = new FormData(event.currentTarget);
              const [recipe, kitchen, qty] = ['recipe', 'kitchen', 'qty'].map((name) =>
                String(form.get(name) ?? ''),
              );
              setValues({ recipe: recipe ?? '', kitchen: kitchen ?? '', qty: qty ?? '' });
            }}
            onSubmit={(event) => void save(event)}
          >
            {isMissing ? (
              <p role="alert" className="pill-status-red rounded-md px-3 py-2 text-sm">
                {t.missing}
              </p>
            ) : null}
            <TransitionRefusal error={creating.error} />
            <Field label={fields.recipeName}>
              {(control) => (
                <Select {...control} name="recipe" defaultValue="">
                  <option value="">{t.choose}</option>
                  {recipes.data.map(({ _id, name }) => (
                    <option key={_id} value={_id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={fields.kitchenName} hint={noPlacesHint}>
              {(control) => (
                <Select {...control} name="kitchen" defaultValue={places.length === 1 ? places[0]?.id : ''}>
                  {places.length === 1 ? null : <option value="">{t.choose}</option>}
                  {places.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t.qty} hint={warning ?? undefined}>
              {(control) => <QuantityInput {...control} name="qty" />}
            </Field>
            <Field label={fields.plannedFor}>
              {(control) => (
                <DateInput
                  {...control}
                  name="day"
                  value={plannedDay}
                  onChange={(event) => setPlannedDay(event.currentTarget.value)}
                />
              )}
            </Field>
            <Field label={fields.shift}>
              {(control) => (
                <Select {...control} name="shift" defaultValue="">
                  <option value="">{messages.noShift}</option>
                  {productionShifts.map((shift) => (
                    <option key={shift} value={shift}>
                      {messages.shifts[shift]}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </form>
        )}
      </SheetContent>
    </Dialog>
  );
}
