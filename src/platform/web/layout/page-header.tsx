import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cn } from '#platform/web/cn.ts';
import { Actions } from './actions.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { getTabPages } from './menu.ts';
import { layoutMessages } from './messages.ts';
import { pageMessages } from './page-messages.ts';
import { type Tab, TabRow } from './tab-row.tsx';

interface PageHeaderProps {
  title: string;
  /** A picture of the page's subject, as tall as the title and context. */
  leading?: ReactNode;
  /** One line: branch, kitchen, cut-off. An empty string reserves its space. */
  context?: ReactNode;
  /** The primary action, preceded by controls that apply to the whole page. */
  actions?: ReactNode;
  /** Other actions, each a `SecondaryAction`; in a menu on a phone. */
  secondaryActions?: ReactNode;
  /** The other actions are in a menu on every screen. */
  isCollapsed?: boolean;
}

/** Header of every page: title, one line of context, actions, and tabs. */
export function PageHeader({
  title,
  leading,
  context,
  actions,
  secondaryActions,
  isCollapsed,
}: PageHeaderProps) {
  return (
    // Cancels the gap of pages that stack their parts, because the header has its own bottom margin.
    <div className="[.gap-4>&]:-mb-4">
      <header className="flex flex-wrap items-start gap-x-2 gap-y-1 pb-3 md:gap-x-4 md:gap-y-2 md:pb-4">
        {leading}
        {/* On a phone the actions are next to the title, and the context below both. */}
        <div className={cn('min-w-0 flex-1 basis-60', !leading && 'max-md:contents')}>
          <h1 className="min-w-0 font-semibold text-xl max-md:flex-1 max-md:basis-24 max-md:self-center">
            {title}
          </h1>
          {context ? (
            <div className="min-h-[1lh] text-muted-foreground text-sm max-md:order-last max-md:w-full max-md:text-xs">
              {context}
            </div>
          ) : null}
        </div>
        {actions || secondaryActions ? (
          <div className="flex max-w-full flex-wrap items-center gap-2 print:hidden">
            <Actions secondaryActions={secondaryActions} isCollapsed={isCollapsed ?? false}>
              {actions}
            </Actions>
          </div>
        ) : null}
      </header>
      <PageTabs />
    </div>
  );
}

/** Pages that are tabs of the current one; empty for a page without tabs. */
export function usePageTabs(): Tab[] {
  const t = useMessages(pageMessages);
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  return getTabPages(useUser(), path).map(({ to, label }) => ({
    key: to,
    name: t[label],
    link: { to },
    isCurrent: to === path,
  }));
}

/** Tabs of the pages without a menu entry, next to the page they belong to. */
function PageTabs() {
  const { relatedPages } = useMessages(layoutMessages);
  const tabs = usePageTabs();
  return tabs.length === 0 ? null : <TabRow label={relatedPages} tabs={tabs} />;
}
