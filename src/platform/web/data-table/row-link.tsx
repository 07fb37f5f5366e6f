import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  href: string;
  onOpen(): void;
  className: string;
  children: ReactNode;
}

/** Link of a row: a plain click opens the row in place; otherwise the browser handles the link. */
export function RowLink({ href, onOpen, className, children }: RowLinkProps) {
  const openRow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a data-row-link href={href} onClick={openRow} className={className}>
      {children}
    </a>
  );
}
