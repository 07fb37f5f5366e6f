import { type ComponentProps, useState } from 'react';
import { cn } from '#src/lib/cn.ts';
import { absent, formatDay } from '#src/lib/format/format.ts';
import { Input } from './input.tsx';

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  /** `YYYY-MM-DD`; empty for no day. */
  value: string;
}

/**
 * A day, in the form in which lists and panels say it: `Mon 23 Nov`. While somebody is in the field the browser's own
 * form and calendar stand there, for typing.
 */
export function DateInput({ value, className, onFocus, onBlur, ...props }: DateInputProps) {
  const [isInside, setInside] = useState(false);
  return (
    <span className={cn('relative inline-flex w-full', className)}>
      <Input
        {...props}
        type="date"
        value={value}
        className={cn(
          // In a browser of another language than the page the button of the calendar stands on the side of the words, and takes
          // that language's side for its own: so it is told left.
          'relative w-full px-2 rtl:[&::-webkit-calendar-picker-indicator]:absolute rtl:[&::-webkit-calendar-picker-indicator]:left-2',
          !isInside && 'text-transparent forced-colors:text-foreground',
        )}
        onFocus={(event) => {
          setInside(true);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          setInside(false);
          onBlur?.(event);
        }}
      />
      {isInside ? null : (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-2 flex items-center whitespace-nowrap text-sm forced-colors:hidden"
        >
          {value === '' ? absent : formatDay(value)}
        </span>
      )}
    </span>
  );
}
