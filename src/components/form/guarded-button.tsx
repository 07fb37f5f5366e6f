import type { ComponentProps } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Tooltip } from '#src/components/ui/tooltip.tsx';
import { toast } from '#src/lib/toast.ts';

interface GuardedButtonProps extends ComponentProps<typeof Button> {
  /** Why it cannot be done now; null when it can. */
  blocked: string | null;
}

/** A button that stays within reach when it is disabled, and says why: on hover, on focus, and when it is tried. */
export function GuardedButton({ blocked, onClick, ...props }: GuardedButtonProps) {
  return (
    <Tooltip text={blocked}>
      <Button
        {...props}
        aria-disabled={blocked !== null || undefined}
        onClick={(event) => {
          if (blocked === null) onClick?.(event);
          // The second click of a double click was meant for what the first has done.
          else if (event.detail < 2) toast(blocked);
        }}
      />
    </Tooltip>
  );
}
