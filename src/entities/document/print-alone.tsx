import { type ReactNode, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';

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

/** For a paper that is long, or repeats what is on screen: it is there only while it is printed. */
export function usePaper(): { isPrinting: boolean; print(): void } {
  const [isPrinting, setPrinting] = useState(false);
  function print(): void {
    flushSync(() => setPrinting(true));
    window.print();
    setPrinting(false);
  }
  return { isPrinting, print };
}
