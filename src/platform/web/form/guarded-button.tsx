import type { ComponentProps } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';
import { toast } from '#platform/web/toast.ts';

interface GuardedButtonProps extends ComponentProps<typeof Button> {
  /** Reason why the button is disabled; null when it is enabled. */
  disabledReason: string | null;
}

/** A button that stays focusable while disabled and shows the reason on hover, focus and click. */
export function GuardedButton({ disabledReason, onClick, ...props }: GuardedButtonProps) {
  return (
    <Tooltip text={disabledReason}>
      <Button
        {...props}
        aria-disabled={disabledReason !== null || undefined}
        onClick={(event) => {
          if (disabledReason === null) onClick?.(event);
          // Ignores the second click of a double click.
          else if (event.detail < 2) toast(disabledReason);
        }}
      />
    </Tooltip>
  );
}
