import type { ReactNode } from 'react';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { layoutMessages } from './messages.ts';

interface LearnMoreProps {
  /** The subject of the explanation, for screen readers. */
  subject: string;
  children: ReactNode;
  className?: string;
}

/** Definitions that are too long for a line, collapsed on screen and printed in full. */
export function LearnMore({ subject, children, className }: LearnMoreProps) {
  const t = useMessages(layoutMessages);
  return (
    <details
      className={cn(
        'text-muted-foreground text-sm print:[&::details-content]:[content-visibility:visible]',
        className,
      )}
    >
      <summary className="inline-flex min-h-6 cursor-pointer items-center underline underline-offset-2 hover:text-foreground print:hidden touch:min-h-11">
        {t.learnMore}
        <span className="sr-only">: {subject}</span>
      </summary>
      <div className="flex max-w-prose flex-col gap-1 py-1">{children}</div>
    </details>
  );
}
