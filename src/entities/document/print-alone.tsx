import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

const paper = '@media print { body > :not([data-paper]) { display: none !important } }';

/** What is printed instead of the screen, and nothing else of it; on screen it is not there. */
export function PrintAlone({ children }: { children: ReactNode }) {
  return createPortal(
    <div data-paper className="hidden print:block">
      <style>{paper}</style>
      {children}
    </div>,
    document.body,
  );
}
