import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { documentMessages } from './messages.ts';

/** Error message at the top of a form; renders nothing if there is none. */
export function EntryErrorMessage({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <p role="alert" className="pill-status-red flex items-start gap-2 rounded-md px-3 py-2 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {message}
    </p>
  );
}

interface EntryChoiceProps {
  label: string;
  value: string;
  choices: readonly { _id: string; name: string }[];
  /** Placeholder option; null if there is only one option. */
  empty: string | null;
  disabled?: boolean;
  /** Hint below the field, such as why there are no options. */
  hint?: string | undefined;
  onChange(id: string): void;
}

/** Returns a hint explaining why a form offers no locations; undefined while loading or if there are any. */
export function useNoLocationsHint(places: readonly unknown[], isLoaded: boolean): string | undefined {
  const { noPlaces } = useMessages(documentMessages);
  return isLoaded && places.length === 0 ? noPlaces : undefined;
}

/** Select of a few options at the top of a form. */
export function EntryChoice({ label, value, choices, empty, disabled, hint, onChange }: EntryChoiceProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select
          {...control}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {empty === null ? null : <option value="">{empty}</option>}
          {choices.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface CellLabelProps {
  label: string;
  /** Numeric cells are right-aligned with their label above. */
  isNumeric?: boolean;
  /** Belongs to the form's header fields instead of a line. */
  isHeaderField?: boolean;
  className?: string;
  children: ReactNode;
}

/** Visible label of a cell; the input in the cell has its own accessible name. */
export function CellLabel({
  label,
  isNumeric = false,
  isHeaderField = false,
  className,
  children,
}: CellLabelProps) {
  return (
    <div className={cn(isHeaderField && 'flex flex-col gap-1.5 *:items-stretch [&_input]:w-full', className)}>
      <p
        aria-hidden="true"
        className={cn(
          isHeaderField ? 'font-medium text-sm' : 'text-muted-foreground text-xs',
          isNumeric && 'text-end',
        )}
      >
        {label}
      </p>
      {children}
    </div>
  );
}
