import type { ReactNode } from 'react';
import { PageTabs } from './page-tabs.tsx';

interface PageHeaderProps {
  title: string;
  /** A picture of what the page is about; as high as title and context. */
  lead?: ReactNode;
  /** One line: branch, kitchen, cut-off. A blank keeps its room until it is there. */
  context?: ReactNode;
  /** Secondary actions first, the one primary action last. */
  actions?: ReactNode;
}

/** The head of every page: title, one line of context, actions, and the pages that stand beside it. */
export function PageHeader({ title, lead, context, actions }: PageHeaderProps) {
  return (
    <>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2 pb-4">
        {lead}
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="font-semibold text-xl">{title}</h1>
          {context ? <div className="min-h-[1lh] text-muted-foreground text-sm">{context}</div> : null}
        </div>
        {actions ? (
          <div className="flex max-w-full flex-wrap items-center gap-2 print:hidden">{actions}</div>
        ) : null}
      </header>
      <PageTabs />
    </>
  );
}
