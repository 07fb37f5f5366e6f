import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, useFormState } from 'react-hook-form';
import type { z } from 'zod';
import type { JsonRecord } from '#contract/tolerant.ts';
import { schemasOf } from '#contract/resources/schemas.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { type FormValues, formResolver, groupErrors } from '#src/components/form/form-resolver.ts';
import { firstInput, focusFirstInput, focusLater } from '#src/components/form/focus-later.ts';
import { SaveBar } from '#src/components/form/save-bar.tsx';
import { saveMessages } from '#src/components/form/save-messages.ts';
import { useLeaveGuard } from '#src/components/form/use-leave-guard.tsx';
import { useSaveKey } from '#src/components/form/use-save-key.ts';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { definitionOf, type ResourceName } from '../definitions.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { FormFields } from './form-fields.tsx';
import { changedFields, formValues, isSame, newValues } from './form-values.ts';
import { formTexts } from './messages.ts';
import { type Saved, useSaveResource } from './use-save-resource.ts';

export interface ResourceFormProps {
  name: ResourceName;
  /** The row to change; null for a new one. */
  row: ResourceRow | null;
  /** What a new row starts with, besides what its fields start with by themselves. */
  initial?: JsonRecord | undefined;
  /** Which fields, in this order; left out: all. What is not shown keeps its value. */
  fields?: readonly string[] | undefined;
  /** Why a field cannot be changed, by field. */
  locked?: Readonly<Record<string, string>> | undefined;
  /** Bodies of POST and PUT where they hold more than the definition's. */
  input?: { create: z.ZodObject; change: z.ZodObject } | undefined;
  /** What the form holds besides the definition's fields, from a row's values; null for a new row. */
  more?: ((values: JsonRecord | null) => FormValues) | undefined;
  /** Further inputs, after the fields: `useController({ name })` of react-hook-form ties them to the form. */
  children?: ReactNode;
  placement: 'panel' | 'page';
  onSaved(row: ResourceRow): void;
  /** The change waits for somebody's look; left out: as `onCancel`. The form has said so. */
  onHeld?: (() => void) | undefined;
  /** In place of POST and PUT, for what is kept elsewhere; `values` is the whole form of a new row. */
  save?: ((values: JsonRecord) => Promise<Saved>) | undefined;
  onCancel(): void;
}

/**
 * The form of a collection, as its definition describes it: an input per field by its kind, errors at their inputs,
 * saving with Enter or Ctrl+S, a question before it is left with changes, and a choice when somebody else was
 * quicker. A screen loads it when it is opened, and shows it in a side panel or on a page:
 *
 *     const form = part(() => import('#src/resources/form/resource-form.tsx'));
 *     <loaded.ResourceForm name="units" row={row} placement="panel" onSaved={close} onCancel={close} />
 *
 * Structured values get an editor in `field-editors.ts`. Forms over other collections are built of the same parts:
 * the inputs and `formResolver`, `SaveBar` and `useLeaveGuard` of `components/form`, and `useSaveResource`.
 */
export function ResourceForm(props: ResourceFormProps) {
  const { name, row, placement } = props;
  const t = useMessages(saveMessages);
  const words = useMessages(formTexts);
  const resource = definitionOf(name);
  /** What the changes are made to: the row as it was read, or as somebody else left it meanwhile. */
  const [base, setBase] = useState(row);
  const [stale, setStale] = useState<ResourceRow | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const startOf = (from: ResourceRow | null): FormValues => ({
    ...(from ? formValues(resource, from.values) : newValues(resource, props.initial ?? {})),
    ...props.more?.(from?.values ?? null),
  });

  const input = props.input ?? {
    create: schemasOf(resource).createInput,
    change: schemasOf(resource).changeInput,
  };
  const form = useForm<FormValues>({
    defaultValues: startOf(row),
    resolver: formResolver({
      schema: base ? input.change : input.create,
      kindOf: (field) => resource.allFields[field]?.kind,
      check: (values) => resource.check({ ...base?.values, ...values }),
    }),
    shouldFocusError: false,
  });
  const { isDirty } = useFormState({ control: form.control });
  const { save, isSaving } = useSaveResource(resource);
  const guard = useLeaveGuard(isDirty);

  useEffect(() => focusFirstInput(() => element.current), []);

  /** Sends what differs from `from`; a new row is sent as a whole. */
  async function send(from: ResourceRow | null): Promise<void> {
    setProblem(null);
    let isValid = false;
    await form.handleSubmit(async (checked) => {
      isValid = true;
      const before = startOf(from);
      const changed = changedFields(before, form.getValues());
      const sent = from ? Object.fromEntries(changed.map((field) => [field, checked[field]])) : checked;
      settle(await (props.save ? props.save(sent) : save(from, sent)));
    })();
    if (!isValid) complain(null);
  }

  function settle(saved: Saved): void {
    if (saved.kind === 'saved') {
      setStale(null);
      guard.letGo();
      props.onSaved(saved.row);
    } else if (saved.kind === 'held') {
      guard.letGo();
      toast(words.held);
      (props.onHeld ?? props.onCancel)();
    } else if (saved.kind === 'stale') {
      setStale(saved.current);
      focusLater(() => element.current?.querySelector('[role="alert"] button'));
    } else {
      const errors = Object.entries(groupErrors(saved.fields));
      const shown = errors.filter(([field]) => field in form.getValues());
      for (const [field, error] of shown) if (error) form.setError(field, error as { message: string });
      const isAllShown = errors.length > 0 && shown.length === errors.length;
      complain(isAllShown ? null : saved.message);
    }
  }

  /** The first field at fault gets the focus; what no field shows is said above them. */
  function complain(message: string | null): void {
    setProblem(message);
    focusLater(
      () =>
        element.current?.querySelector('[aria-invalid="true"]') ??
        element.current?.querySelector('[role="alert"]'),
    );
  }

  function takeTheirs(): void {
    setBase(stale);
    form.reset(startOf(stale));
    setStale(null);
    focusLater(() => firstInput(element.current));
  }

  async function keepMine(): Promise<void> {
    const theirs = stale;
    setBase(theirs);
    // What only they changed comes along; what the person changed stays.
    const before = startOf(base);
    const mine = form.getValues();
    const ours = Object.fromEntries(changedFields(before, mine).map((field) => [field, mine[field]]));
    form.reset(startOf(theirs));
    for (const [field, value] of Object.entries(ours)) form.setValue(field, value, { shouldDirty: true });
    setStale(null);
    await send(theirs);
  }

  function onSubmit(event?: FormEvent): void {
    event?.preventDefault();
    if (isSaving || stale) return;
    if (!base || isDirty) void send(base);
  }

  useSaveKey(onSubmit);

  const differing = (theirs: ResourceRow) => {
    const [before, now, mine] = [startOf(base), startOf(theirs), form.getValues()];
    const changed = new Set([...changedFields(before, now), ...changedFields(before, mine)]);
    return [...changed].filter((field) => field in resource.allFields && !isSame(now[field], mine[field]));
  };

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={onSubmit}
        className={cn('flex flex-col gap-6', placement === 'panel' ? 'min-h-full' : 'max-w-3xl')}
      >
        {problem === null ? null : (
          <p role="alert" tabIndex={-1} className="rounded-md border border-destructive px-3 py-2 text-sm">
            {problem}
          </p>
        )}
        {stale ? (
          <ConflictNotice
            name={name}
            current={stale}
            fields={differing(stale)}
            mine={form.getValues()}
            onTakeTheirs={takeTheirs}
            onKeepMine={() => void keepMine()}
          />
        ) : null}
        <FormFields resource={resource} fields={props.fields} locked={props.locked} />
        {props.children}
        <SaveBar
          placement={placement}
          isSaving={isSaving}
          isDirty={isDirty}
          blocked={base && !isDirty ? t.unchanged : null}
          onCancel={props.onCancel}
        />
      </form>
      {guard.question}
    </FormProvider>
  );
}
