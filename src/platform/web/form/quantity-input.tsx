import type { ComponentProps, FocusEvent } from 'react';
import { Input } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { parseQuantity, formatQuantityInput } from '#platform/web/format/parse-quantity.ts';

interface QuantityInputProps
  extends Omit<ComponentProps<typeof Input>, 'value' | 'defaultValue' | 'onChange' | 'type'> {
  /** Text of a controlled field. */
  text?: string;
  onText?(text: string): void;
  /** Initial value of an uncontrolled field; a form reads the current value by the field's name. */
  initial?: number | null;
  /** Shown dimmed after the number. */
  unit?: string | null;
}

/**
 * A text field for a quantity or amount, parsed by `parseQuantity`. On blur the parsed value replaces the
 * text, so that a misreading is visible.
 */
export function QuantityInput({
  text,
  onText,
  initial,
  unit,
  className,
  onBlur,
  ...props
}: QuantityInputProps) {
  function normalizeOnBlur(event: FocusEvent<HTMLInputElement>): void {
    const { currentTarget } = event;
    const normalized = normalizeText(currentTarget.value);
    if (!currentTarget.readOnly && normalized !== currentTarget.value) {
      if (text === undefined) currentTarget.value = normalized;
      onText?.(normalized);
    }
    onBlur?.(event);
  }
  const input = (
    <Input
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      {...props}
      className={cn('tabular-nums', unit && 'pe-12 rtl:ps-12 rtl:pe-3', className)}
      {...(text === undefined ? { defaultValue: formatQuantityInput(initial) } : { value: text })}
      onChange={(event) => onText?.(event.currentTarget.value)}
      onBlur={normalizeOnBlur}
    />
  );
  // The same element with and without a unit, because a different one would remount the field and lose the
  // focus.
  return (
    <div className={unit ? 'relative' : 'contents'}>
      {input}
      {unit ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-muted-foreground text-xs"
        >
          {unit}
        </span>
      ) : null}
    </div>
  );
}

/** Formats a valid quantity as parsed; other text is unchanged. */
function normalizeText(text: string): string {
  const parsed = parseQuantity(text);
  return parsed.kind === 'quantity' ? formatQuantityInput(parsed.value) : text;
}
