import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import { otherPages, type RoutePath } from '#src/components/layout/menu.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';

/** Links to the pages that have no entry in the menu and belong to this one. */
export function NearPages({ page, title }: { page: RoutePath; title: string }) {
  const t = useMessages(pageMessages);
  const user = useUser();
  const links = otherPages.filter(
    ({ near, to }) => (near === page || to === '/branch-orders') && canOpenPage(user, to),
  );
  if (links.length === 0) return null;
  return (
    <nav aria-label={title}>
      <h2 className="pb-2 font-semibold text-sm">{title}</h2>
      <ul className="flex flex-wrap gap-2">
        {links.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-9 items-center gap-2 rounded-md border bg-card px-3 text-sm hover:bg-accent touch:min-h-11"
            >
              <Icon aria-hidden="true" className="size-4 text-muted-foreground" />
              {t[label]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
