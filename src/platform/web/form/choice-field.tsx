import { Select } from '#platform/web/ui/input.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface ChoiceFieldProps extends FieldProps<string> {
  options: readonly { id: string; name: string }[];
  /** Label of the empty option; if omitted, there is none. */
  none?: string | undefined;
}

/** A native select with a few fixed values. An empty string means no choice. */
export function ChoiceField({ options, none, ...field }: ChoiceFieldProps) {
  const isUnknown = field.value !== '' && !options.some(({ id }) => id === field.value);
  return (
    <FieldFrame {...field}>
      {(control) => (
        <Select
          {...control}
          disabled={Boolean(field.lockedReason)}
          value={field.value}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          onBlur={field.onBlur}
        >
          {none === undefined && field.value !== '' ? null : <option value="">{none}</option>}
          {isUnknown ? <option value={field.value}>{field.value}</option> : null}
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
