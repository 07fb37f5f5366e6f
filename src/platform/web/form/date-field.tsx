import { DateInput } from '#platform/web/ui/date-input.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

interface DateFieldProps extends FieldProps<string> {
  min?: string;
  max?: string;
}

/** Input for a date as `YYYY-MM-DD`. An empty string means no date. */
export function DateField({ min, max, ...field }: DateFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <DateInput
          {...control}
          min={min}
          max={max}
          value={field.value}
          readOnly={Boolean(field.lockedReason)}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          onBlur={field.onBlur}
        />
      )}
    </FieldFrame>
  );
}
