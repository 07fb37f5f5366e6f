import { useState } from 'react';
import { parseQuantity, formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import { QuantityInput } from './quantity-input.tsx';

/** A number, null for empty, or text that isn't a number: the schema rejects it, and no input is lost. */
export type NumberInputValue = number | null | string;

interface NumberFieldProps extends FieldProps<NumberInputValue> {
  /** Shown dimmed after the number. */
  unit?: string | null;
  /** Accepts only integers, so the keypad has no decimal separator. */
  isWhole?: boolean;
}

/** Number input that accepts `1.5`, `1,5`, Arabic digits, `2*12`. */
export function NumberField({ unit, isWhole = false, value, ...field }: NumberFieldProps) {
  const [inputText, setInputText] = useState(() => formatInputValue(value));
  // If the value is changed externally (a server response, a reset), it replaces the entered text.
  const text = Object.is(parseInputText(inputText), value) ? inputText : formatInputValue(value);
  return (
    <FieldFrame {...field}>
      {(control) => (
        <QuantityInput
          {...control}
          inputMode={isWhole ? 'numeric' : 'decimal'}
          className="rtl:text-end"
          unit={unit ?? null}
          text={text}
          readOnly={Boolean(field.lockedReason)}
          onText={(next) => {
            setInputText(next);
            const parsed = parseInputText(next);
            if (!Object.is(parsed, value)) field.onChange(parsed);
          }}
          onBlur={field.onBlur}
        />
      )}
    </FieldFrame>
  );
}

function parseInputText(inputText: string): NumberInputValue {
  const parsed = parseQuantity(inputText);
  if (parsed.kind === 'quantity') return parsed.value;
  return parsed.kind === 'empty' ? null : inputText;
}

const formatInputValue = (value: NumberInputValue): string =>
  typeof value === 'string' ? value : formatQuantityInput(value);
