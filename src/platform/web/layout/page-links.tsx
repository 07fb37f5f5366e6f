import { Link, useRouterState } from '@tanstack/react-router';
import type { Actor } from '#core/permissions.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { listMenuLinks, getBreadcrumb, getVisibleMenu } from './menu.ts';
import { pageMessages } from './page-messages.ts';

/** Links to the other pages that the user may open, each with its group. */
export function PageLinks({ user }: { user: Actor }) {
  const t = useMessages(pageMessages);
  const path = useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).pathname });
  const links = listMenuLinks(getVisibleMenu(user)).filter((link) => link.to !== path);
  return (
    <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-3">
      {links.map(({ to, label, icon: Icon }) => {
        const group = getBreadcrumb(to).at(-2)?.label;
        return (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-14 items-center gap-3 rounded-lg border bg-card px-4 py-2 hover:bg-accent"
            >
              <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
              <span className="min-w-0">
                <span className="block truncate font-medium text-sm">{t[label]}</span>
                {group ? (
                  <span className="block truncate text-muted-foreground text-xs">{t[group]}</span>
                ) : null}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
