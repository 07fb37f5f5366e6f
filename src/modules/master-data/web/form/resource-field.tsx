import { Suspense } from 'react';
import { useController } from 'react-hook-form';
import type { FieldDefinition } from '#platform/collections/fields.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { DateField } from '#platform/web/form/date-field.tsx';
import type { FieldProps } from '#platform/web/form/field-frame.tsx';
import { getNestedErrors } from '#platform/web/form/form-resolver.ts';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { ReferencesField } from '#platform/web/form/references-field.tsx';
import { LongTextField, TextField } from '#platform/web/form/text-field.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { type CollectionKey, type Definition, getDefinition, definitions } from '../../collections.ts';
import { type AnyResourceTexts, resourceMessages } from '../messages.ts';
import { useFormCurrency } from './form-currency.ts';
import { getForm } from './forms.ts';
import { formMessages } from './messages.ts';
import { type ChoiceRule, useChoices } from '../references/use-choices.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type Collection, canWrite } from '#core/permissions.ts';
import { cacheWrittenRow, sendRow } from '../queries/resource-writes.ts';
import { namesQuery } from '../queries/names.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

interface ResourceFieldProps {
  resource: Definition;
  name: string;
  /** Reason why the field can't be changed; null if it can. */
  lockedReason?: string | null;
  /** Allowed options of a choice; all if omitted. */
  allowedOptions?: readonly string[] | undefined;
  className?: string;
}

/** Input for one field of a definition, determined by its kind or its own editor. */
export function ResourceField({
  resource,
  name,
  lockedReason = null,
  allowedOptions,
  className,
}: ResourceFieldProps) {
  const texts: AnyResourceTexts = useMessages(resourceMessages)[resource.collection];
  const { field: control, fieldState } = useController({ name });
  const definition = resource.allFields[name] as FieldDefinition;
  const field = allowedOptions ? { ...definition, options: allowedOptions } : definition;
  const label = texts.fields[name] ?? field.label;
  const value: unknown = control.value;
  const Editor = getForm(resource.collection).editors?.[name];
  const props: FieldProps<unknown> = {
    label,
    value,
    onChange: control.onChange,
    onBlur: control.onBlur,
    hint: texts.hints[name],
    error: fieldState.error?.message,
    isRequired: field.isRequired,
    lockedReason,
    name,
    className,
  };
  if (Editor) {
    return (
      <div className={className}>
        <Suspense fallback={<SkeletonRows label={label} rows={2} />}>
          <Editor {...props} errors={getNestedErrors(fieldState.error)} />
        </Suspense>
      </div>
    );
  }
  return (
    <KindInput
      {...props}
      field={field}
      choiceLabels={texts.choices[name] ?? {}}
      source={{ resource, name }}
    />
  );
}

/** Collection and field that an input belongs to; null for other inputs. */
export type FieldReference = { resource: Definition; name: string } | null;

interface KindInputProps extends FieldProps<unknown> {
  field: FieldDefinition;
  /** Labels of a choice's options. */
  choiceLabels: Readonly<Record<string, string>>;
  source: FieldReference;
}

export function KindInput({ field, choiceLabels, source, ...props }: KindInputProps) {
  const t = useMessages(formMessages);
  const { kind, options, refersTo, isRequired } = field;
  switch (kind) {
    case 'text':
    case 'code':
    case 'email':
    case 'phone':
      return <TextField {...props} kind={kind} value={String(props.value)} />;
    case 'longText':
      return <LongTextField {...props} value={String(props.value)} />;
    case 'timezone':
      return <TextField {...props} kind="code" suggestions={listTimezones()} value={String(props.value)} />;
    case 'date':
      return <DateField {...props} value={String(props.value)} />;
    case 'integer':
      return <NumberField {...props} isWhole value={props.value as NumberInputValue} />;
    case 'quantity':
      return <NumberField {...props} value={props.value as NumberInputValue} />;
    case 'money':
    case 'price':
      return <MoneyInput {...props} source={source} />;
    case 'percent':
      return <NumberField {...props} unit="%" value={props.value as NumberInputValue} />;
    case 'boolean':
      return <CheckField {...props} value={props.value === true} />;
    case 'choice':
      return (
        <ChoiceField
          {...props}
          value={String(props.value)}
          none={
            isRequired
              ? props.value === ''
                ? t.choose
                : undefined
              : field.initial === null
                ? t.none
                : undefined
          }
          options={options.map((id) => ({ id, name: choiceLabels[id] ?? id }))}
        />
      );
    case 'reference':
    case 'references':
      return refersTo ? (
        <References {...props} isMany={kind === 'references'} refersTo={refersTo} source={source} />
      ) : null;
    case 'picture':
    case 'json':
      return null;
  }
}

/** Amount with the currency of the form's row; the base currency outside a collection. */
function MoneyInput({ source, ...props }: FieldProps<unknown> & { source: FieldReference }) {
  const value = props.value as NumberInputValue;
  const base = useBaseCurrency();
  return source ? (
    <RowMoneyInput {...props} source={source} />
  ) : (
    <NumberField {...props} unit={base} value={value} />
  );
}

function RowMoneyInput({ source, ...props }: FieldProps<unknown> & { source: NonNullable<FieldReference> }) {
  const unit = useFormCurrency(source.resource, source.name);
  return <NumberField {...props} unit={unit} value={props.value as NumberInputValue} />;
}

interface ReferencesProps extends FieldProps<unknown> {
  isMany: boolean;
  refersTo: NonNullable<FieldDefinition['refersTo']>;
  source: FieldReference;
}

function References({ isMany, refersTo, source, ...props }: ReferencesProps) {
  const t = useMessages(formMessages);
  const { choices, isLoading, isRefused } = useChoices(refersTo, getChoiceRule(source));
  const create = useCreateNamed(refersTo, props.onChange);
  const common = {
    ...props,
    choices,
    isLoading,
    lockedReason: props.lockedReason ?? (isRefused ? t.notVisible : null),
  };
  return isMany ? (
    <ReferencesField {...common} value={props.value as string[]} />
  ) : (
    <ReferenceField {...common} value={props.value as string | null} onCreate={create} />
  );
}

/** Returns the rule that limits the rows a reference may refer to; null if there is none. */
export const getChoiceRule = (source: FieldReference): ChoiceRule | null =>
  (source && getForm(source.resource.collection).choices?.[source.name]) ?? null;

/** Field kinds that have an input only if the form defines an editor. */
const kindsWithoutInput: ReadonlySet<string> = new Set(['json', 'picture']);

/** Returns whether a field of a definition has an input; structured values without an editor have none. */
export function hasInput(resource: Definition, name: string): boolean {
  return (
    !kindsWithoutInput.has(resource.allFields[name]?.kind ?? '') ||
    getForm(resource.collection).editors?.[name] !== undefined
  );
}

/**
 * Returns a function that creates a row that has only a name (a category, a brand, a department) and selects
 * it. Undefined for collections that need more fields, and without permission.
 */
function useCreateNamed(
  collection: Collection,
  onCreated: (id: string) => void,
): ((name: string) => void) | undefined {
  const t = useMessages(formMessages);
  const user = useUser();
  const queryClient = useQueryClient();
  if (!needsOnlyName(collection) || !canWrite(user, collection, 'canCreate')) return undefined;
  const resource = getDefinition(collection);
  return (name) => {
    const options = { idempotencyKey: newUuid(), ifMatch: null };
    sendRow(resource, null, { name }, options).then(
      async (row) => {
        if (row === null) return toast(t.createdForReview(name));
        cacheWrittenRow(queryClient, resource, row);
        // The option list must contain the row before it is selected.
        await queryClient.refetchQueries({ queryKey: namesQuery(collection).queryKey });
        onCreated(row._id);
        toast(t.created(row.name));
      },
      (error: unknown) => toastError(getErrorMessage(error, t.createFailed(name))),
    );
  };
}

/** Returns whether a name is the only required field of a collection. */
function needsOnlyName(collection: Collection): collection is CollectionKey {
  if (!(collection in definitions)) return false;
  const { allFields } = getDefinition(collection as CollectionKey);
  const required = Object.entries(allFields).filter(([, field]) => field.isRequired);
  return required.length === 1 && required[0]?.[0] === 'name';
}

let cachedTimezones: readonly string[] | null = null;

/** Lists the time zones that this browser supports, as suggestions. */
function listTimezones(): readonly string[] {
  cachedTimezones ??= Intl.supportedValuesOf('timeZone');
  return cachedTimezones;
}
