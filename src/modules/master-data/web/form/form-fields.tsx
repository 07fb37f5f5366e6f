import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Definition } from '../../collections.ts';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { fieldText, useValueContext } from '../field-value.ts';
import type { FormPart } from './collection-form.ts';
import { type ArrangedPart, arrangeParts, hasMeaningfulValue, foldedPartTrigger } from './form-parts.ts';
import { getForm } from './forms.ts';
import { formMessages } from './messages.ts';
import { hasInput, ResourceField } from './resource-field.tsx';

/** Additional inputs at the end of a part, by its title; `first` is the part without a title. */
export type PartInputs = Readonly<Partial<Record<FormPart['title'] | 'first', ReactNode>>>;

interface FormFieldsProps {
  resource: Definition;
  /**
   * Fields to show. If omitted, shows all fields that have an input, grouped by the parts of the collection's
   * form.
   */
  fields?: readonly string[] | undefined;
  /** Reasons why fields can't be changed, by field. */
  lockedReasons?: Readonly<Record<string, string>> | undefined;
  /** Options allowed for choices, by field. */
  allowedOptions?: Readonly<Record<string, readonly string[]>> | undefined;
  partInputs?: PartInputs | undefined;
}

/** Kinds that need the full width; others are in two columns if there is room. */
const fullWidthKinds: ReadonlySet<string> = new Set(['longText', 'references', 'json']);

/** Inputs for fields of a definition, inside a form. */
export function FormFields({
  resource,
  fields,
  lockedReasons,
  allowedOptions,
  partInputs = {},
}: FormFieldsProps) {
  const visible = (fields ?? Object.keys(resource.allFields)).filter((name) => hasInput(resource, name));
  return arrangeParts(resource, getForm(resource.collection).parts ?? [], visible).map((part) => {
    const furtherInputs = partInputs[part.title ?? 'first'];
    const inputs = (
      <>
        <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
          {part.fields.map((name) => (
            <ResourceField
              key={name}
              resource={resource}
              name={name}
              lockedReason={lockedReasons?.[name] ?? null}
              allowedOptions={allowedOptions?.[name]}
              className={cn(fullWidthKinds.has(resource.allFields[name]?.kind ?? '') && 'sm:col-span-2')}
            />
          ))}
        </div>
        {furtherInputs ? <div className="flex flex-col gap-4 pt-5">{furtherInputs}</div> : null}
      </>
    );
    return part.isCollapsible ? (
      <FoldedPart key={part.title} resource={resource} part={part}>
        {inputs}
      </FoldedPart>
    ) : (
      <PlainPart key={part.title} title={part.title}>
        {inputs}
      </PlainPart>
    );
  });
}

function PlainPart({ title, children }: { title: ArrangedPart['title']; children: ReactNode }) {
  const t = useMessages(formMessages).groups;
  return (
    <fieldset className="min-w-0">
      {title ? (
        <legend className="mb-4 w-full border-t pt-5">
          <h3 className="font-semibold text-sm">{t[title]}</h3>
        </legend>
      ) : null}
      {children}
    </fieldset>
  );
}

interface FoldedPartProps {
  resource: Definition;
  part: ArrangedPart;
  children: ReactNode;
}

/** A part that is collapsed to a summary, until the user or an error opens it. */
function FoldedPart({ resource, part: { title, fields }, children }: FoldedPartProps) {
  const t = useMessages(formMessages);
  const id = useId();
  const { errors, dirtyFields, submitCount } = useFormState({ name: fields });
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const trigger = foldedPartTrigger(fields, {
    invalid: Object.keys(errors),
    dirty: Object.keys(dirtyFields),
    attempts: submitCount,
  });
  const [handledTrigger, setHandledTrigger] = useState<string | null>(null);
  if (trigger !== handledTrigger) {
    setHandledTrigger(trigger);
    if (trigger !== null) setOpen(true);
  }
  // Once opened, its inputs stay mounted, so that collapsing it loses no unfinished input.
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <fieldset aria-labelledby={`${id}-title`} className="min-w-0 border-t pt-2">
      <h3>
        <button
          type="button"
          aria-labelledby={`${id}-title`}
          aria-describedby={isOpen ? undefined : `${id}-summary`}
          aria-expanded={isOpen}
          aria-controls={wasOpened ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-3 rounded-md px-2 py-2.5 text-start hover:bg-accent/50 touch:min-h-12"
        >
          <span className="min-w-0 flex-1 text-sm">
            <span id={`${id}-title`} className="font-semibold">
              {title ? t.groups[title] : null}
            </span>
            {isOpen ? null : <Summary id={`${id}-summary`} resource={resource} fields={fields} />}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cn(
              'size-4 shrink-0 text-muted-foreground transition-transform',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h3>
      {wasOpened ? (
        <div id={id} hidden={!isOpen} className="pt-3">
          {children}
        </div>
      ) : null}
    </fieldset>
  );
}

/** Summary of a collapsed part. */
function Summary({ id, resource, fields }: { id: string; resource: Definition; fields: readonly string[] }) {
  const t = useMessages(formMessages);
  const { getValues } = useFormContext();
  useWatch({ name: fields });
  const context = useValueContext(resource.collection, fields);
  const values = getValues();
  const messages = fields.flatMap((name) => {
    const field = resource.allFields[name];
    if (!field || !hasMeaningfulValue(field, values[name])) return [];
    const label = context.texts.fields[name] ?? field.label;
    return values[name] === true ? label : `${label}: ${fieldText(resource, name, values, context)}`;
  });
  return (
    <span id={id} className="line-clamp-2 text-muted-foreground">
      {messages.length === 0
        ? t.emptyPart
        : messages.map((message, index) => (
            <Fragment key={message}>
              {index > 0 ? ' · ' : null}
              <bdi>{message}</bdi>
            </Fragment>
          ))}
    </span>
  );
}
