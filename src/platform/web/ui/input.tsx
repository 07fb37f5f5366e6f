import { Children, type ComponentProps, isValidElement, useState } from 'react';
import { flushSync } from 'react-dom';
import { cn } from '#platform/web/cn.ts';

export const fieldStyle =
  'w-full rounded-md border border-input bg-card px-3 text-foreground text-sm shadow-none transition-colors disabled:opacity-60 aria-invalid:border-destructive touch:min-h-11';

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input type={type} className={cn(fieldStyle, 'h-9', className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(fieldStyle, 'min-h-20 py-2', className)} {...props} />;
}

/** A select with more options than this renders them only when it is about to open. */
const maxShortOptions = 40;

/** The browser's own select: fast on every tablet, even with thousands of options. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  const [isOpening, setOpening] = useState(false);
  const options = Children.toArray(children);
  const isLong = options.length > maxShortOptions && props.value !== undefined;
  // The browser opens the list right after this event with the options rendered by then.
  const renderAllOptions = () => flushSync(() => setOpening(true));
  return (
    <select
      className={cn(fieldStyle, 'h-9 pe-2', className)}
      {...props}
      {...(isLong
        ? {
            onPointerDown: renderAllOptions,
            onFocus: renderAllOptions,
            onBlur: (event) => {
              setOpening(false);
              props.onBlur?.(event);
            },
          }
        : {})}
    >
      {isLong && !isOpening ? options.filter((option) => getOptionValue(option) === props.value) : children}
    </select>
  );
}

function getOptionValue(option: unknown): unknown {
  return isValidElement<{ value?: unknown }>(option) ? option.props.value : undefined;
}
