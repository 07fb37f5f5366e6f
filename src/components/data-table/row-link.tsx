import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  href: string;
  onOpen(): void;
  className: string;
  children: ReactNode;
}

/** The link of a row: pressed plainly it opens the row here, otherwise as the browser opens links. */
export function RowLink({ href, onOpen, className, children }: RowLinkProps) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a data-row-link href={href} onClick={go} className={className}>
      {children}
    </a>
  );
}
