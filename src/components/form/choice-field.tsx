import { Select } from '#src/components/ui/input.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface ChoiceFieldProps extends FieldProps<string> {
  options: readonly { id: string; name: string }[];
  /** What stands there while nothing is chosen; left out: one of the options is always chosen. */
  none?: string | undefined;
}

/** One of a few fixed values: the browser's own select. Empty text stands for no choice. */
export function ChoiceField({ options, none, ...field }: ChoiceFieldProps) {
  const isUnknown = field.value !== '' && !options.some(({ id }) => id === field.value);
  return (
    <FieldFrame {...field}>
      {(control) => (
        <Select
          {...control}
          disabled={Boolean(field.locked)}
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
