import { useController, useFormContext } from 'react-hook-form';
import type { FormValues } from '#src/components/form/form-resolver.ts';

/** One value of the form around it, typed by the one who asks, as inputs take it. */
export function useFormValue<Value>(name: string) {
  const { control } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ control, name });
  return {
    name,
    value: field.value as Value,
    onChange: (value: Value) => field.onChange(value),
    onBlur: field.onBlur,
    error: fieldState.error?.message ?? null,
  };
}
