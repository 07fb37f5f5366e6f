import type { Definition } from '#contract/resources/index.ts';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { FormPart } from './collection-form.ts';
import { formOf } from './forms.ts';
import { formTexts } from './messages.ts';
import { hasInput, ResourceField } from './resource-field.tsx';

interface FormFieldsProps {
  resource: Definition;
  /** Which fields, in this order; left out: all that have an input, in the parts that belong together. */
  fields?: readonly string[] | undefined;
  /** Why a field cannot be changed, by field. */
  locked?: Readonly<Record<string, string>> | undefined;
}

/** These need the whole width; all others stand two in a line where there is room. */
const wide: ReadonlySet<string> = new Set(['longText', 'references', 'json']);

/** Inputs for fields of a definition; stands inside a form. */
export function FormFields({ resource, fields, locked }: FormFieldsProps) {
  const t = useMessages(formTexts).groups;
  const shown = (fields ?? Object.keys(resource.allFields)).filter((name) => hasInput(resource, name));
  const groups = fields ? [{ title: null, fields: shown }] : formParts(resource, shown);
  return groups.map((group) => (
    <fieldset key={group.title ?? ''} className="min-w-0">
      {group.title ? (
        <legend className="mb-4 w-full border-t pt-5 font-semibold text-sm">{t[group.title]}</legend>
      ) : null}
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {group.fields.map((name) => (
          <ResourceField
            key={name}
            resource={resource}
            name={name}
            locked={locked?.[name] ?? null}
            className={cn(wide.has(resource.allFields[name]?.kind ?? '') && 'sm:col-span-2')}
          />
        ))}
      </div>
    </fieldset>
  ));
}

/** The parts of a form with these fields, none of them empty; what no part names stands in the first. */
function formParts({ collection, allFields }: Definition, shown: readonly string[]) {
  const named: readonly (Omit<FormPart, 'title'> & { title: FormPart['title'] | null })[] =
    formOf(collection).parts ?? [];
  const placed = new Set(named.flatMap(({ fields }) => fields));
  const first = Object.keys(allFields).filter((field) => !placed.has(field));
  return [{ title: null, fields: first }, ...named]
    .map(({ title, fields }) => ({ title, fields: fields.filter((field) => shown.includes(field)) }))
    .filter(({ fields }) => fields.length > 0);
}
