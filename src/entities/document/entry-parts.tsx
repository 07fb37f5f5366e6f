import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '#src/components/ui/field.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { documentMessages } from './messages.ts';

/** What is missing in a form, at its head; nothing where nothing is. */
export function EntryError({ fault }: { fault: string | null }) {
  if (fault === null) return null;
  return (
    <p role="alert" className="pill-status-red flex items-start gap-2 rounded-md px-3 py-2 text-sm">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      {fault}
    </p>
  );
}

interface EntryChoiceProps {
  label: string;
  value: string;
  choices: readonly { _id: string; name: string }[];
  /** What stands there before anything is chosen; null where there is only one. */
  empty: string | null;
  disabled?: boolean;
  /** One sentence below, such as why there is nothing to choose. */
  hint?: string | undefined;
  onChange(id: string): void;
}

/** Why a form offers no location, once the locations are loaded; nothing where it offers some. */
export function useNoLocationsHint(places: readonly unknown[], isLoaded: boolean): string | undefined {
  const { noPlaces } = useMessages(documentMessages);
  return isLoaded && places.length === 0 ? noPlaces : undefined;
}

/** One of few, at the head of a form. */
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
  /** Figures stand at the end of their column, and what they are above them. */
  isNumeric?: boolean;
  /** Stands among the fields of a form, as wide as they are, not in a line. */
  isField?: boolean;
  className?: string;
  children: ReactNode;
}

/** What a cell is, above it; its own label says it to who does not see. */
export function CellLabel({
  label,
  isNumeric = false,
  isField = false,
  className,
  children,
}: CellLabelProps) {
  return (
    <div className={cn(isField && 'flex flex-col gap-1.5 *:items-stretch [&_input]:w-full', className)}>
      <p
        aria-hidden="true"
        className={cn(
          isField ? 'font-medium text-sm' : 'text-muted-foreground text-xs',
          isNumeric && 'text-end',
        )}
      >
        {label}
      </p>
      {children}
    </div>
  );
}
