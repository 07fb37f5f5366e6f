import { Link, useRouterState } from '@tanstack/react-router';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { getTabPages } from './menu.ts';
import { layoutMessages } from './messages.ts';
import { pageMessages } from './page-messages.ts';
import { scrollTabIntoView } from './scroll-tab-into-view.ts';

const shape =
  '-mb-px flex h-9 shrink-0 items-center border-transparent border-b-2 px-3 text-sm -outline-offset-2 touch:h-11';

/**
 * Tabs of the pages without a menu entry, next to the page they belong to; nothing for a page without tabs.
 */
export function PageTabs() {
  const t = useMessages(pageMessages);
  const { pagesHere } = useMessages(layoutMessages);
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  const pages = getTabPages(useUser(), path);
  if (pages.length === 0) return null;
  return (
    <nav aria-label={pagesHere} className="mb-3 flex gap-1 overflow-x-auto border-b print:hidden">
      {pages.map(({ to, label }) =>
        to === path ? (
          <span
            key={to}
            ref={scrollTabIntoView}
            aria-current="page"
            className={cn(shape, 'border-primary font-medium')}
          >
            {t[label]}
          </span>
        ) : (
          <Link key={to} to={to} className={cn(shape, 'text-muted-foreground hover:text-foreground')}>
            {t[label]}
          </Link>
        ),
      )}
    </nav>
  );
}
