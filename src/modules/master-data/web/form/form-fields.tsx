import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Definition } from '../../collections.ts';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getFieldText, useValueContext } from '../field-value.ts';
import type { FormSection } from './collection-form.ts';
import {
  type ArrangedSection,
  arrangeSections,
  hasMeaningfulValue,
  getSectionOpenTrigger,
} from './form-sections.ts';
import { getForm } from './forms.ts';
import { formMessages } from './messages.ts';
import { hasInput, ResourceField } from './resource-field.tsx';

/** Additional inputs at the end of a section, by its title; `first` is the section without a title. */
export type SectionInputs = Readonly<Partial<Record<FormSection['title'] | 'first', ReactNode>>>;

interface FormFieldsProps {
  resource: Definition;
  /**
   * Fields to show. If omitted, shows all fields that have an input, grouped by the sections of the collection's
   * form.
   */
  fields?: readonly string[] | undefined;
  /** Reasons why fields can't be changed, by field. */
  lockedReasons?: Readonly<Record<string, string>> | undefined;
  /** Options allowed for choices, by field. */
  allowedOptions?: Readonly<Record<string, readonly string[]>> | undefined;
  sectionInputs?: SectionInputs | undefined;
}

/** Kinds that need the full width; others are in two columns if there is room. */
const fullWidthKinds: ReadonlySet<string> = new Set(['longText', 'references', 'json']);

/** Inputs for fields of a definition, inside a form. */
export function FormFields({
  resource,
  fields,
  lockedReasons,
  allowedOptions,
  sectionInputs = {},
}: FormFieldsProps) {
  const visible = (fields ?? Object.keys(resource.allFields)).filter((name) => hasInput(resource, name));
  return arrangeSections(resource, getForm(resource.collection).sections ?? [], visible).map((section) => {
    const additionalInputs = sectionInputs[section.title ?? 'first'];
    const inputs = (
      <>
        <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
          {section.fields.map((name) => (
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
        {additionalInputs ? <div className="flex flex-col gap-4 pt-5">{additionalInputs}</div> : null}
      </>
    );
    return section.isCollapsible ? (
      <CollapsibleSection key={section.title} resource={resource} section={section}>
        {inputs}
      </CollapsibleSection>
    ) : (
      <PlainSection key={section.title} title={section.title}>
        {inputs}
      </PlainSection>
    );
  });
}

function PlainSection({ title, children }: { title: ArrangedSection['title']; children: ReactNode }) {
  const t = useMessages(formMessages).sections;
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

interface CollapsibleSectionProps {
  resource: Definition;
  section: ArrangedSection;
  children: ReactNode;
}

/** A section that is collapsed to a summary, until the user or an error opens it. */
function CollapsibleSection({ resource, section: { title, fields }, children }: CollapsibleSectionProps) {
  const t = useMessages(formMessages);
  const id = useId();
  const { errors, dirtyFields, submitCount } = useFormState({ name: fields });
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const trigger = getSectionOpenTrigger(fields, {
    invalid: Object.keys(errors),
    dirty: Object.keys(dirtyFields),
    attempts: submitCount,
  });
  const [handledTrigger, setHandledTrigger] = useState<string | null>(null);
  if (trigger !== handledTrigger) {
    setHandledTrigger(trigger);
    if (trigger !== null) setOpen(true);
  }
  // Once opened, its inputs stay mounted, so collapsing it doesn't discard unfinished input.
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
              {title ? t.sections[title] : null}
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

/** Summary of a collapsed section. */
function Summary({ id, resource, fields }: { id: string; resource: Definition; fields: readonly string[] }) {
  const t = useMessages(formMessages);
  const { getValues } = useFormContext();
  useWatch({ name: fields });
  const context = useValueContext(resource.collection, fields);
  const values = getValues();
  const summaryParts = fields.flatMap((name) => {
    const field = resource.allFields[name];
    if (!field || !hasMeaningfulValue(field, values[name])) return [];
    const label = context.texts.fields[name] ?? field.label;
    return values[name] === true ? label : `${label}: ${getFieldText(resource, name, values, context)}`;
  });
  return (
    <span id={id} className="line-clamp-2 text-muted-foreground">
      {summaryParts.length === 0
        ? t.emptySection
        : summaryParts.map((text, index) => (
            <Fragment key={text}>
              {index > 0 ? ' · ' : null}
              <bdi>{text}</bdi>
            </Fragment>
          ))}
    </span>
  );
}
