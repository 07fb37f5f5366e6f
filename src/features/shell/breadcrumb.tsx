import { Link, useRouterState } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { type TrailStep, trailTo } from '#src/components/layout/menu.ts';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { pageMessages } from '#src/components/layout/page-messages.ts';

/** Where the page stands in the menu. On a phone there is room for the page alone. */
export function Breadcrumb({ title }: { title: string }) {
  const t = useMessages(layoutMessages);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const trail = trailTo(path);
  return (
    <nav aria-label={t.breadcrumb} className="min-w-0 flex-1 text-sm">
      <ol className="flex min-w-0 items-center">
        {trail.slice(0, -1).map((step) => (
          <li
            key={step.label}
            className="shrink-0 text-muted-foreground after:px-1.5 after:content-['/'/''] max-lg:hidden"
          >
            <Step {...step} />
          </li>
        ))}
        <li aria-current="page" className="truncate font-medium">
          {title}
        </li>
      </ol>
    </nav>
  );
}

/** A group leads to its own page, or to the first of its pages that the person may open. */
function Step({ label, to: own, pages }: TrailStep) {
  const t = useMessages(pageMessages);
  const user = useUser();
  const to = [own, ...pages].find((page) => page !== null && canOpenPage(user, page));
  if (!to) return t[label];
  return (
    <Link to={to} className="rounded-sm hover:text-foreground hover:underline">
      {t[label]}
    </Link>
  );
}
