import type { ReactNode } from 'react';
import { cn } from '#platform/web/cn.ts';
import { Actions } from './actions.tsx';
import { PageTabs } from './page-tabs.tsx';

interface PageHeaderProps {
  title: string;
  /** A picture of the page's subject; as high as title and context. */
  lead?: ReactNode;
  /** One line: branch, kitchen, cut-off. Empty text reserves its space. */
  context?: ReactNode;
  /** The primary action, after choices for the whole page. */
  actions?: ReactNode;
  /** Other actions, each a `SecondaryAction`; in a menu on a phone. */
  more?: ReactNode;
  /** The other actions are in a menu on every screen. */
  isFolded?: boolean;
}

/** Header of every page: title, one line of context, actions, and tabs. */
export function PageHeader({ title, lead, context, actions, more, isFolded }: PageHeaderProps) {
  return (
    // It has its own margin below, so a page that stacks its parts adds none.
    <div className="[.gap-4>&]:-mb-4">
      <header className="flex flex-wrap items-start gap-x-2 gap-y-1 pb-3 md:gap-x-4 md:gap-y-2 md:pb-4">
        {lead}
        {/* On a phone the actions are next to the title, and the context below both. */}
        <div className={cn('min-w-0 flex-1 basis-60', !lead && 'max-md:contents')}>
          <h1 className="min-w-0 font-semibold text-xl max-md:flex-1 max-md:basis-24 max-md:self-center">
            {title}
          </h1>
          {context ? (
            <div className="min-h-[1lh] text-muted-foreground text-sm max-md:order-last max-md:w-full max-md:text-xs">
              {context}
            </div>
          ) : null}
        </div>
        {actions || more ? (
          <div className="flex max-w-full flex-wrap items-center gap-2 print:hidden">
            <Actions more={more} isFolded={isFolded ?? false}>
              {actions}
            </Actions>
          </div>
        ) : null}
      </header>
      <PageTabs />
    </div>
  );
}
