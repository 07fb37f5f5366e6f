import { useState } from 'react';
import { Input } from '#src/components/ui/input.tsx';
import { cn } from '#src/lib/cn.ts';
import { parseQuantity } from '#src/lib/format/parse-quantity.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';

/** A number, nothing, or the text that is no number: a schema refuses it, and nothing typed is lost. */
export type TypedNumber = number | null | string;

interface NumberFieldProps extends FieldProps<TypedNumber> {
  /** Shown dimmed behind the figure. */
  unit?: string | null;
  /** Whole numbers only: a keypad without a decimal sign. */
  isWhole?: boolean;
}

/** A number as people type it: `1.5`, `1,5`, Arabic digits, `2*12`. */
export function NumberField({ unit, isWhole = false, value, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState(() => textOf(value));
  // Another value from outside (an answer of the server, a reset) takes the place of what was typed.
  const text = Object.is(readNumber(typed), value) ? typed : textOf(value);
  return (
    <FieldFrame {...field}>
      {(control) => (
        <div className="relative">
          <Input
            {...control}
            type="text"
            dir="ltr"
            inputMode={isWhole ? 'numeric' : 'decimal'}
            autoComplete="off"
            className={cn('tabular-nums rtl:text-end', unit && 'pe-12 rtl:ps-12 rtl:pe-3')}
            value={text}
            readOnly={Boolean(field.locked)}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              field.onChange(readNumber(event.currentTarget.value));
            }}
            onBlur={field.onBlur}
          />
          {unit ? (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-muted-foreground text-xs"
            >
              {unit}
            </span>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}

function readNumber(typed: string): TypedNumber {
  const parsed = parseQuantity(typed);
  if (parsed.kind === 'quantity') return parsed.value;
  return parsed.kind === 'empty' ? null : typed;
}

/** Without grouping signs: what stands in a field can be typed on. */
function textOf(value: TypedNumber): string {
  return value === null ? '' : String(value);
}
