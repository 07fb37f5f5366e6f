import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormProvider, useForm, useFormState } from 'react-hook-form';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from '../queries/resources.ts';
import { readRowVersion } from '../queries/resource-writes.ts';
import {
  type FormRules,
  type FormValues,
  formResolver,
  groupErrors,
} from '#platform/web/form/form-resolver.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { findFirstInput, focusFirstInput, useFocusLater } from '#platform/web/form/focus-later.ts';
import { RestoredNote } from '#platform/web/form/restored-note.tsx';
import { SaveBar } from '#platform/web/form/save-bar.tsx';
import { saveMessages } from '#platform/web/form/save-messages.ts';
import { useLeaveGuard } from '#platform/web/form/use-leave-guard.tsx';
import { useSaveKey } from '#platform/web/form/use-save-key.ts';
import { conflictMessages } from '#platform/web/form/conflict-messages.ts';
import { cn } from '#platform/web/cn.ts';
import { mergeEdits } from '#platform/web/drafts/edits.ts';
import { discardPendingCells } from '#platform/web/drafts/pending-cells.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { findChangedFields, useFormDraft, useStoredForm } from './form-values.ts';
import { formMessages } from './messages.ts';
import type { SaveResult } from './use-save-resource.ts';

/** A version conflict. */
export interface Conflict {
  /** The current row. */
  current: ResourceRow;
  /** Fields that both users changed, to different values. */
  fields: readonly string[];
  /** Form values of the current row. */
  theirs: FormValues;
  /** Form values that the user entered. */
  mine: FormValues;
  onTakeTheirs(): void;
  onKeepMine(): void;
  /** Resolves one field. */
  onChoose(field: string, choice: 'theirs' | 'mine'): void;
}

export interface EditFormProps {
  /** The row to change; null for a new one. */
  row: ResourceRow | null;
  /** Unique key of the form, under which its draft is stored. */
  slot: string;
  /** Returns the initial form values for a row, or for a new row if null. */
  getInitialValues(row: ResourceRow | null): FormValues;
  /** Returns the validation rules for changing `base`, or for creating a row if null. */
  getRules(base: ResourceRow | null): FormRules;
  /**
   * Saves the row. `values` contains only the changed fields; for a new row it contains all fields, and all
   * attempts share one idempotency key.
   */
  save(row: ResourceRow | null, values: JsonRecord, creationKey: string): Promise<SaveResult>;
  isSaving: boolean;
  /** Renders a conflict with the collection's labels. */
  renderConflict(conflict: Conflict): ReactNode;
  /** Content above the inputs. */
  notice?: ReactNode;
  /** Label of the button; "Save" by default. */
  saveLabel?: string | undefined;
  placement: 'panel' | 'page';
  /** Whether the form uses the full width of a page. */
  isWide?: boolean;
  onSaved(row: ResourceRow): void;
  /** Called if the change needs approval, after the form has announced it; `onCancel` by default. */
  onProposed?: (() => void) | undefined;
  /** If omitted, the form stays open and is reset after saving or cancelling. */
  onCancel?: (() => void) | undefined;
  /** The inputs, connected to the form by `useController({ name })` of react-hook-form. */
  children: ReactNode;
}

/**
 * Form that saves a row: with inline errors, Enter or Ctrl+S to save, a warning about unsaved changes, and a
 * choice in case of a version conflict. Unsaved input survives the end of the session or tab, and is restored
 * the next time the form is opened.
 */
export function EditForm(props: EditFormProps) {
  const [restartCount, setRestartCount] = useState(0);
  return <OpenForm key={restartCount} {...props} restart={() => setRestartCount(restartCount + 1)} />;
}

function OpenForm(props: EditFormProps & { restart(): void }) {
  const { row, getInitialValues, save, isSaving, placement } = props;
  const t = useMessages(saveMessages);
  const formText = useMessages(formMessages);
  const conflictTexts = useMessages(conflictMessages);
  /** Stored draft; its `base` is the row as loaded, or as someone else saved it. */
  const storedForm = useStoredForm(props.slot, row, getInitialValues);
  const [base, setBase] = useState(storedForm.base);
  const [stale, setStale] = useState(storedForm.stale);
  /** Conflicting fields that were resolved individually. */
  const [resolvedFields, setResolvedFields] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const focusLater = useFocusLater();
  const form = useForm<FormValues>({
    defaultValues: getInitialValues(base),
    resolver: formResolver(props.getRules(base)),
    shouldFocusError: false,
  });
  const { isDirty } = useFormState({ control: form.control });
  const draft = useFormDraft({ form, storedForm, base, getInitialValues });
  const userId = useUser()._id;
  const guard = useLeaveGuard(isDirty, dropDraft);

  useEffect(() => focusFirstInput(() => element.current), []);

  // As long as nothing is edited, the form shows the current row.
  const version = row && readRowVersion(row);
  const [shownVersion, setShownVersion] = useState(version);
  const isUntouched = !isDirty && !stale && !storedForm.mine;
  if (shownVersion !== version) {
    setShownVersion(version);
    if (isUntouched) setBase(row);
  }
  const showBase = useEffectEvent(() => {
    if (isUntouched && base !== storedForm.base) form.reset(getInitialValues(base));
  });
  useEffect(() => showBase(), [shownVersion]);

  /** Sends the changes since `from`; a new row is sent completely. A double click sends once. */
  async function send(from: ResourceRow | null): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    await submit(from).finally(() => {
      isSending.current = false;
    });
  }

  async function submit(from: ResourceRow | null): Promise<void> {
    setProblem(null);
    const results: SaveResult[] = [];
    await form.handleSubmit(async (checked) => {
      const changed = findChangedFields(getInitialValues(from), form.getValues());
      const sent = from ? Object.fromEntries(changed.map((field) => [field, checked[field]])) : checked;
      if (!from) draft.markSent();
      results.push(await save(from, sent, storedForm.key));
    })();
    const [saved] = results;
    if (!saved) return showError(null);
    const retryBase = handleResult(from, saved);
    if (retryBase) await submit(retryBase);
  }

  /** @returns the row with which to retry, if both users changed different fields */
  function handleResult(from: ResourceRow | null, saved: SaveResult): ResourceRow | null {
    if (saved.kind === 'saved') {
      setStale(null);
      detach();
      props.onSaved(saved.row);
      if (!props.onCancel) props.restart();
    } else if (saved.kind === 'proposed') {
      detach();
      toast(formText.sentForReview);
      (props.onProposed ?? props.onCancel ?? props.restart)();
    } else if (saved.kind === 'stale') {
      const { mine, conflictingFields } = mergeWith(from, saved.current);
      if (conflictingFields.length === 0 && from && readRowVersion(saved.current) !== readRowVersion(from)) {
        toast(conflictTexts.merged);
        rebase(saved.current, mine);
        return saved.current;
      }
      setResolvedFields([]);
      setStale(saved.current);
      focusLater(() => element.current?.querySelector('[role="alert"] button'));
    } else if (saved.kind === 'refused') {
      const errors = Object.entries(groupErrors(saved.fields));
      const visibleErrors = errors.filter(([field]) => field in form.getValues());
      for (const [field, error] of visibleErrors)
        if (error) form.setError(field, error as { message: string });
      const isAllShown = errors.length > 0 && visibleErrors.length === errors.length;
      showError(isAllShown ? null : saved.message);
    }
    return null;
  }

  function dropDraft(): void {
    draft.drop();
    discardPendingCells(userId, props.slot);
  }

  function detach(): void {
    dropDraft();
    guard.detach();
  }

  function discard(): void {
    detach();
    props.restart();
  }

  /** Focuses the first invalid field. A message without a field is shown above the inputs. */
  function showError(message: string | null): void {
    setProblem(message);
    focusLater(
      () =>
        element.current?.querySelector('[aria-invalid="true"]') ??
        element.current?.querySelector('[role="alert"]'),
    );
  }

  /** Merges the edits of `from` with the row saved by someone else. */
  function mergeWith(from: ResourceRow | null, theirs: ResourceRow) {
    const [original, enteredValues] = [
      getInitialValues(from),
      { ...form.getValues(), ...(stale === storedForm.stale ? storedForm.mine : {}) },
    ];
    const values = Object.fromEntries(
      findChangedFields(original, enteredValues).map((field) => [field, enteredValues[field]]),
    );
    return { ...mergeEdits({ values, base: original }, getInitialValues(theirs)), enteredValues };
  }

  /** Rebases the form on a different state of the row: takes over its values and retains `mine`. */
  function rebase(theirs: ResourceRow | null, mine: FormValues): void {
    setBase(theirs);
    form.reset(getInitialValues(theirs));
    for (const [field, value] of Object.entries(mine)) form.setValue(field, value, { shouldDirty: true });
    setStale(null);
  }

  function takeTheirs(): void {
    if (!stale) return;
    const { mine, conflictingFields } = mergeWith(base, stale);
    const unresolved = conflictingFields.filter((field) => !resolvedFields.includes(field));
    rebase(stale, Object.fromEntries(Object.entries(mine).filter(([field]) => !unresolved.includes(field))));
    focusLater(() => findFirstInput(element.current));
  }

  /** Overwrites the current values with the user's, or continues editing. */
  async function keepMine(): Promise<void> {
    if (!stale) return;
    rebase(stale, mergeWith(base, stale).mine);
    if (stale !== storedForm.stale) await send(stale);
    else focusLater(() => findFirstInput(element.current));
  }

  function choose(field: string, choice: 'theirs' | 'mine'): void {
    if (!stale) return;
    if (choice === 'theirs') form.setValue(field, getInitialValues(stale)[field], { shouldDirty: true });
    const unresolved = conflict?.fields.filter((name) => name !== field) ?? [];
    if (unresolved.length === 0) void keepMine();
    else setResolvedFields([...resolvedFields, field]);
  }

  const conflict = stale && findConflict(mergeWith(base, stale), getInitialValues(stale), resolvedFields);

  function onSubmit(event?: FormEvent): void {
    event?.preventDefault();
    if (isSaving || stale) return;
    if (!base || isDirty) void send(base);
  }

  useSaveKey(onSubmit);

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        onSubmit={onSubmit}
        className={cn(
          'flex flex-col gap-6',
          placement === 'panel' ? 'min-h-full' : !props.isWide && 'max-w-3xl',
        )}
      >
        {problem === null ? null : (
          <p role="alert" tabIndex={-1} className="rounded-md border border-destructive px-3 py-2 text-sm">
            {problem}
          </p>
        )}
        {storedForm.mine && !storedForm.stale ? (
          <RestoredNote at={storedForm.savedAt} onDiscard={discard} />
        ) : null}
        {stale && conflict ? (
          <ConflictView
            {...conflict}
            renderConflict={props.renderConflict}
            current={stale}
            onTakeTheirs={takeTheirs}
            onKeepMine={() => void keepMine()}
            onChoose={choose}
          />
        ) : null}
        {props.notice}
        <CellGrid name={props.slot}>{props.children}</CellGrid>
        <SaveBar
          label={props.saveLabel}
          placement={placement}
          isSaving={isSaving}
          isDirty={isDirty}
          disabledReason={base && !isDirty ? t.unchanged : null}
          onCancel={() => {
            if (!isDirty) discardPendingCells(userId, props.slot);
            (props.onCancel ?? discard)();
          }}
        />
      </form>
      {guard.confirmation}
    </FormProvider>
  );
}

function ConflictView({ renderConflict, ...conflict }: Conflict & Pick<EditFormProps, 'renderConflict'>) {
  return renderConflict(conflict);
}

/** Returns the unresolved conflicting fields. */
function findConflict(
  { conflictingFields, enteredValues }: { conflictingFields: readonly string[]; enteredValues: FormValues },
  theirs: FormValues,
  resolvedFields: readonly string[],
) {
  return {
    theirs,
    mine: enteredValues,
    fields: conflictingFields.filter((field) => !resolvedFields.includes(field)),
  };
}
