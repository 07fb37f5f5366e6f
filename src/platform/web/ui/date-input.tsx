import { type ComponentProps, useState } from 'react';
import { cn } from '#platform/web/cn.ts';
import { missingValue, formatDay } from '#platform/web/format/format.ts';
import { Input } from './input.tsx';

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  /** `YYYY-MM-DD`; empty for no day. */
  value: string;
}

/**
 * A date input that shows the format of lists (`Mon 23 Nov`) and, while focused, the browser's own format and
 * calendar.
 */
export function DateInput({ value, className, onFocus, onBlur, ...props }: DateInputProps) {
  const [isFocused, setFocused] = useState(false);
  return (
    <span className={cn('relative inline-grid w-full min-w-fit', className)}>
      <Input
        {...props}
        type="date"
        value={value}
        className={cn(
          // If the browser and page languages have different directions, the calendar button would overlap
          // the text, so it is fixed to the left.
          'relative col-start-1 row-start-1 w-full px-2 rtl:[&::-webkit-calendar-picker-indicator]:absolute rtl:[&::-webkit-calendar-picker-indicator]:left-2',
          !isFocused && 'text-transparent forced-colors:text-foreground',
        )}
        onFocus={(event) => {
          setFocused(true);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          setFocused(false);
          onBlur?.(event);
        }}
      />
      {/* As wide as its text and button, so that the calendar button never covers a date. */}
      <span
        aria-hidden="true"
        style={isFocused ? { visibility: 'hidden' } : undefined}
        className="pointer-events-none z-1 col-start-1 row-start-1 flex items-center whitespace-nowrap ps-2 pe-9 text-sm forced-colors:hidden"
      >
        {value === '' ? missingValue : formatDay(value)}
      </span>
    </span>
  );
}
