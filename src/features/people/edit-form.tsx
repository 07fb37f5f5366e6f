import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, useFormState } from 'react-hook-form';
import type { z } from 'zod';
import { type JsonRecord, text } from '#contract/tolerant.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { type FormValues, formResolver, groupErrors } from '#src/components/form/form-resolver.ts';
import { focusFirstInput, focusLater } from '#src/components/form/focus-later.ts';
import { SaveBar } from '#src/components/form/save-bar.tsx';
import { saveMessages } from '#src/components/form/save-messages.ts';
import { useLeaveGuard } from '#src/components/form/use-leave-guard.tsx';
import { useSaveKey } from '#src/components/form/use-save-key.ts';
import type { Saved } from '#src/resources/form/use-save-resource.ts';
import { changedFields } from '#src/resources/form/form-values.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { EditConflict } from './edit-conflict.tsx';

interface EditFormProps {
  /** The row to change; null for a new one. */
  row: ResourceRow | null;
  /** Users or roles, for the words of a conflict. */
  entity: 'users' | 'roles';
  /** What the form holds for a row as the server answers it; of null for a new one. */
  startOf(values: JsonRecord | null): FormValues;
  input: { create: z.ZodType; change: z.ZodType };
  save(row: ResourceRow | null, values: JsonRecord): Promise<Saved>;
  isSaving: boolean;
  onSaved(row: ResourceRow): void;
  onCancel(): void;
  /** The inputs: `useController({ name })` ties them to the form. */
  children: ReactNode;
}

/** Saves a user or a role: errors at their inputs, a question before it is left, a choice when somebody was quicker. */
export function EditForm(props: EditFormProps) {
  const { row, entity, startOf, input, save, isSaving } = props;
  const t = useMessages(saveMessages);
  const [base, setBase] = useState(row);
  const [stale, setStale] = useState<ResourceRow | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<FormValues>({
    defaultValues: startOf(row?.values ?? null),
    resolver: formResolver({
      schema: base ? input.change : input.create,
      kindOf: (field) => (field === 'email' ? 'email' : undefined),
    }),
    shouldFocusError: false,
  });
  const { isDirty } = useFormState({ control: form.control });
  const guard = useLeaveGuard(isDirty);

  useEffect(() => focusFirstInput(() => element.current), []);

  async function send(from: ResourceRow | null): Promise<void> {
    setProblem(null);
    let isValid = false;
    await form.handleSubmit(async (checked) => {
      isValid = true;
      const changed = changedFields(startOf(from?.values ?? null), form.getValues());
      const sent = from ? Object.fromEntries(changed.map((field) => [field, checked[field]])) : checked;
      settle(await save(from, sent));
    })();
    if (!isValid) complain(null);
  }

  function settle(saved: Saved): void {
    if (saved.kind === 'saved') {
      guard.letGo();
      props.onSaved(saved.row);
    } else if (saved.kind === 'stale') {
      setStale(saved.current);
      focusLater(() => element.current?.querySelector('[role="alert"] button'));
    } else if (saved.kind === 'refused') {
      for (const [field, error] of Object.entries(groupErrors(saved.fields))) {
        if (error && field in form.getValues()) form.setError(field, error as { message: string });
      }
      complain(saved.message);
    }
  }

  function complain(message: string | null): void {
    setProblem(message);
    focusLater(
      () =>
        element.current?.querySelector('[aria-invalid="true"]') ??
        element.current?.querySelector('[role="alert"]'),
    );
  }

  /** `keeps`: what the person changed stays, and is saved over what came meanwhile. */
  async function takeOver(keeps: boolean): Promise<void> {
    const theirs = stale;
    const mine = form.getValues();
    const changed = keeps ? changedFields(startOf(base?.values ?? null), mine) : [];
    setBase(theirs);
    setStale(null);
    form.reset(startOf(theirs?.values ?? null));
    for (const field of changed) form.setValue(field, mine[field], { shouldDirty: true });
    if (keeps) await send(theirs);
    else focusLater(() => element.current?.querySelector('input:not(:disabled)'));
  }

  function onSubmit(event?: FormEvent): void {
    event?.preventDefault();
    if (isSaving || stale) return;
    if (!base || isDirty) void send(base);
  }

  useSaveKey(onSubmit);

  return (
    <FormProvider {...form}>
      <form ref={element} noValidate onSubmit={onSubmit} className="flex min-h-full flex-col gap-6">
        {problem === null ? null : (
          <p role="alert" tabIndex={-1} className="rounded-md border border-destructive px-3 py-2 text-sm">
            {problem}
          </p>
        )}
        {stale ? (
          <EditConflict
            entity={entity}
            name={text(stale.values['label']) ?? stale.name}
            theirs={startOf(stale.values)}
            mine={form.getValues()}
            onTakeTheirs={() => void takeOver(false)}
            onKeepMine={() => void takeOver(true)}
          />
        ) : null}
        {props.children}
        <SaveBar
          placement="panel"
          isSaving={isSaving}
          blocked={base && !isDirty ? t.unchanged : null}
          onCancel={props.onCancel}
        />
      </form>
      {guard.question}
    </FormProvider>
  );
}
