import { Link } from '@tanstack/react-router';
import type { Actor } from '#domain/permissions.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { menuLinks, visibleMenu } from './menu.ts';
import { layoutMessages } from './messages.ts';

/** Links to the pages a person may open. */
export function PageLinks({ user }: { user: Actor }) {
  const t = useMessages(layoutMessages);
  return (
    <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      {menuLinks(visibleMenu(user)).map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-11 items-center gap-3 rounded-lg border bg-card px-4 py-3 hover:bg-accent"
          >
            <Icon className="size-4 text-muted-foreground" aria-hidden="true" />
            <span className="font-medium text-sm">{t.menu[label]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
