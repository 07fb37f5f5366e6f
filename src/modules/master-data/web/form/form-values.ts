import type { FieldDefinition } from '#platform/collections/fields.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import {
  readBoolean,
  type JsonRecord,
  readNumberValue,
  readReference,
  readText,
  readTexts,
} from '#platform/shapes/tolerant.ts';
import type { FormValues } from '#platform/web/form/form-resolver.ts';
import { isSame, mergeEdits } from '#platform/web/drafts/edits.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ResourceRow } from '../queries/resources.ts';
import { formDrafts } from '#platform/web/drafts/form-drafts.ts';
import { useUser } from '#platform/web/session/session.ts';
import { newUuid } from '#platform/web/uuid.ts';

type Reader = (value: unknown) => unknown;

const asText: Reader = (value) => readText(value) ?? '';
const asNumber: Reader = (value) => readNumberValue(value);

/** Input values by field kind: text is never null, a reference is an id. */
const readers: Record<FieldDefinition['kind'], Reader> = {
  text: asText,
  longText: asText,
  code: asText,
  email: asText,
  phone: asText,
  date: asText,
  timezone: asText,
  choice: asText,
  integer: asNumber,
  quantity: asNumber,
  money: asNumber,
  price: asNumber,
  percent: asNumber,
  boolean: (value) => readBoolean(value),
  reference: (value) => readReference(value)?.id ?? null,
  references: (value) => readTexts(value),
  picture: (value) => readReference(value)?.id ?? null,
  json: (value) => value ?? null,
};

/** Defaults for kinds whose definition has none: the local time zone. */
const fallbackValues: Partial<Record<FieldDefinition['kind'], () => unknown>> = {
  timezone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** Returns the initial values of a new row: presets, then the definition's, then defaults. */
export function getNewValues(resource: Resource, presets: JsonRecord): FormValues {
  const start = Object.entries(resource.allFields).map(([name, { kind, initial }]) => [
    name,
    presets[name] ?? initial ?? fallbackValues[kind]?.(),
  ]);
  return getFormValues(resource, Object.fromEntries(start));
}

/** Returns the form values of a row. */
export function getFormValues(resource: Resource, values: JsonRecord): FormValues {
  return Object.fromEntries(
    Object.entries(resource.allFields).map(([name, field]) => [
      name,
      readers[field.kind](name in values ? values[name] : field.initial),
    ]),
  );
}

/** Returns the fields that differ from the initial values. */
export function findChangedFields(before: FormValues, now: FormValues): string[] {
  return Object.keys(now).filter((name) => !isSame(before[name], now[name]));
}

/** Returns the form values of a row, or the initial ones if it is null. */
type GetInitialValues = (row: ResourceRow | null) => FormValues;

/**
 * Reads the user's draft of a form from this device, once each time the form is opened and before it is
 * rendered. Pass the result to `useFormDraft`, which continues to store the draft.
 *
 * @param slot key of the form: collection and row
 * @param row the current row; null for a new one
 */
export function useStoredForm(slot: string, row: ResourceRow | null, getInitialValues: GetInitialValues) {
  const store = formDrafts.open(useUser()._id, slot);
  const [storedForm] = useState(() => {
    const draft = store.get();
    const before = row && draft?.base ? { ...row, values: { ...row.values, ...draft.base } } : null;
    const resumed =
      draft &&
      mergeEdits({ values: draft.values, base: before && getInitialValues(before) }, getInitialValues(row));
    const hasConflict = resumed !== null && resumed.conflictingFields.length > 0;
    return {
      store,
      /** Values to put into the form; null without a draft. */
      mine: resumed && Object.keys(resumed.mine).length > 0 ? resumed.mine : null,
      /** Time of the draft (epoch ms). */
      savedAt: draft?.savedAt ?? 0,
      /** Base of the changes. */
      base: hasConflict ? before : row,
      /** The current row if someone else changed the same fields: the user must choose. */
      stale: hasConflict ? row : null,
      /**
       * Idempotency key for creating the row; reused after a request without a response, so that the row is
       * created only once.
       */
      key: draft?.key ?? newUuid(),
      wasSent: draft?.key != null,
    };
  });
  return storedForm;
}

interface FormDraftOptions {
  form: UseFormReturn<FormValues>;
  storedForm: ReturnType<typeof useStoredForm>;
  /** Current base of the changes. */
  base: ResourceRow | null;
  getInitialValues: GetInitialValues;
}

/**
 * Delay after the last keystroke, in milliseconds, before the draft is stored. Leaving the page stores it
 * immediately.
 */
const storeDelayMs = 300;

/** Restores the draft into the form, and stores changes on this device until they are saved or discarded. */
export function useFormDraft({ form, storedForm, base, getInitialValues }: FormDraftOptions) {
  const status = useRef({ isClosed: false, wasSent: storedForm.wasSent });

  const write = () => {
    if (status.current.isClosed) return;
    const [before, now] = [getInitialValues(base), form.getValues()];
    const changed = findChangedFields(before, now);
    const pick = (from: JsonRecord, fields: readonly string[]) =>
      Object.fromEntries(fields.map((field) => [field, from[field]]));
    storedForm.store.set({
      values: pick(now, changed),
      base: base && pick(base.values, [...changed, 'version']),
      key: status.current.wasSent ? storedForm.key : null,
      savedAt: Date.now(),
    });
  };
  const storeNow = useEffectEvent(write);

  const { setValue, subscribe } = form;
  useEffect(() => {
    for (const [field, value] of Object.entries(storedForm.mine ?? {}))
      setValue(field, value, { shouldDirty: true });
    if (storedForm.mine === null) storedForm.store.discard();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleStore = () => {
      clearTimeout(timer);
      timer = setTimeout(flush, storeDelayMs);
    };
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      storeNow();
    };
    const stop = subscribe({ formState: { values: true }, callback: scheduleStore });
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      flush();
      stop();
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
    };
  }, [storedForm, setValue, subscribe]);

  return {
    /** Records that the row is being sent, so that it may exist from now on. */
    markSent(): void {
      status.current.wasSent = true;
      write();
    },
    /** Deletes the draft, once it is saved or discarded. */
    drop(): void {
      status.current.isClosed = true;
      storedForm.store.discard();
    },
  };
}
