import { useRouterState } from '@tanstack/react-router';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { trailTo } from './menu.ts';
import { layoutMessages } from './messages.ts';

/** Where the page stands in the menu. On a phone there is room for the page alone. */
export function Breadcrumb({ title }: { title: string }) {
  const t = useMessages(layoutMessages);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const trail = trailTo(path).map((label) => t.menu[label]);
  const groups = trail.slice(0, -1);
  return (
    <p className="min-w-0 flex-1 truncate text-sm">
      {groups.map((group) => (
        <span key={group} className="text-muted-foreground max-lg:hidden">
          {group}
          <span className="px-1.5" aria-hidden="true">
            /
          </span>
        </span>
      ))}
      <span className="font-medium">{trail.at(-1) ?? title}</span>
    </p>
  );
}
