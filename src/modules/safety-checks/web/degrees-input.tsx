import { useNumberPad } from '#platform/web/form/use-number-pad.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { cn } from '#platform/web/cn.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { checkDetailMessages } from './detail-messages.ts';

interface DegreesInputProps {
  label: string;
  text: string;
  hint?: string | undefined;
  error: string | null;
  /** Whether the reading is out of limits; then it is shown in amber. */
  isOutside?: boolean;
  autoFocus?: boolean;
  onText(text: string): void;
  onEnter?(): void;
}

/** Large input for degrees Celsius, with the number pad on touch devices. */
export function DegreesInput({
  label,
  text,
  hint,
  error,
  isOutside = false,
  autoFocus = false,
  onText,
  onEnter,
}: DegreesInputProps) {
  const t = useMessages(checkDetailMessages).entry;
  const hasPad = useNumberPad() !== null;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="flex items-center gap-2">
          {/* The number pad of many phones has no minus key. */}
          <Button
            className="h-14 w-14 text-xl"
            aria-label={t.toggleSign}
            onClick={() => onText(text.startsWith('-') ? text.slice(1) : `-${text}`)}
          >
            ±
          </Button>
          <Input
            {...control}
            dir="ltr"
            inputMode={hasPad ? 'none' : 'decimal'}
            data-number-pad={hasPad || undefined}
            autoComplete="off"
            autoFocus={autoFocus}
            className={cn(
              'h-14 w-36 text-end font-semibold text-2xl tabular-nums',
              isOutside && 'border-status-amber bg-status-amber/10',
            )}
            value={text}
            onChange={(event) => onText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onEnter?.();
            }}
          />
          <span aria-hidden="true" className="text-muted-foreground">
            {t.celsius}
          </span>
        </div>
      )}
    </Field>
  );
}
