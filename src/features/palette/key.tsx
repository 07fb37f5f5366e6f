import type { ReactNode } from 'react';

/** A key of the keyboard. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd
      className="inline-block min-w-5 rounded-sm border bg-muted px-1 text-center font-sans text-muted-foreground text-xs"
      dir="ltr"
    >
      {children}
    </kbd>
  );
}
