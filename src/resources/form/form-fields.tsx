import type { Resource } from '#contract/resources/kit.ts';
import { cn } from '#src/lib/cn.ts';
import { hasInput, ResourceField } from './resource-field.tsx';

interface FormFieldsProps {
  resource: Resource;
  /** Which fields, in this order; left out: all that have an input, as the definition has them. */
  fields?: readonly string[] | undefined;
  /** Why a field cannot be changed, by field. */
  locked?: Readonly<Record<string, string>> | undefined;
}

/** These need the whole width; all others stand two in a line where there is room. */
const wide: ReadonlySet<string> = new Set(['longText', 'references', 'json']);

/** Inputs for fields of a definition; stands inside a form. */
export function FormFields({ resource, fields, locked }: FormFieldsProps) {
  const shown = (fields ?? Object.keys(resource.allFields)).filter((name) => hasInput(resource, name));
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {shown.map((name) => (
        <ResourceField
          key={name}
          resource={resource}
          name={name}
          locked={locked?.[name] ?? null}
          className={cn(wide.has(resource.allFields[name]?.kind ?? '') && 'sm:col-span-2')}
        />
      ))}
    </div>
  );
}
