import type { ComponentProps } from 'react';
import { Input, Textarea } from '#platform/web/ui/input.tsx';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

/** Text kinds. They determine the on-screen keyboard; codes and addresses are left-to-right. */
const kinds = {
  text: { dir: 'auto' },
  code: { dir: 'ltr', autoCapitalize: 'characters', spellCheck: false },
  email: { dir: 'ltr', type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { dir: 'ltr', type: 'tel', inputMode: 'tel' },
} as const satisfies Record<string, ComponentProps<'input'>>;

interface TextFieldProps extends FieldProps<string> {
  kind?: keyof typeof kinds;
  /** Suggestions; other text is allowed. */
  suggestions?: readonly string[];
}

/** Single-line text. An empty string means no value. */
export function TextField({ kind = 'text', suggestions, ...field }: TextFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <>
          <Input
            {...control}
            {...kinds[kind]}
            autoComplete="off"
            list={suggestions ? `${control.id}-list` : undefined}
            value={field.value}
            readOnly={Boolean(field.lockedReason)}
            onChange={(event) => field.onChange(event.currentTarget.value)}
            onBlur={field.onBlur}
          />
          {suggestions ? (
            <datalist id={`${control.id}-list`}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </FieldFrame>
  );
}

/** Multi-line text. An empty string means no value. */
export function LongTextField(field: FieldProps<string>) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <Textarea
          {...control}
          dir="auto"
          rows={3}
          value={field.value}
          readOnly={Boolean(field.lockedReason)}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          onBlur={field.onBlur}
        />
      )}
    </FieldFrame>
  );
}
