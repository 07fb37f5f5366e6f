import { type LinkProps, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  link: LinkProps;
  className: string;
  children: ReactNode;
}

/**
 * The link of a row. The router's own would look at every step whether each of a hundred rows leads to where one is
 * already; this one knows its address, and asks the router to go there.
 */
export function RowLink({ link, className, children }: RowLinkProps) {
  const router = useRouter();
  const { href } = router.buildLocation(link as Parameters<typeof router.buildLocation>[0]);
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void router.navigate(link);
  };
  return (
    <a data-row-link href={router.history.createHref(href)} onClick={go} className={className}>
      {children}
    </a>
  );
}
