import { Ban } from 'lucide-react';
import type { Actor } from '#domain/permissions.ts';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type MenuEntry, visibleMenu } from '#src/components/layout/menu.ts';
import { layoutMessages } from '#src/components/layout/messages.ts';
import { SidebarEntry } from './sidebar-entry.tsx';
import { toggleGroup } from '#src/components/layout/sidebar-state.ts';

interface SidebarProps {
  user: Actor;
  /** Icon width: groups show their icon, and a click on one widens the sidebar. */
  isCollapsed: boolean;
  onExpand(): void;
  /** Called when a link is followed, also to the page on screen. */
  onGo?(): void;
}

/** The menu of SPEC section 2: what the person may open, in groups that open and close. */
export function Sidebar({ user, isCollapsed, onExpand, onGo }: SidebarProps) {
  const t = useMessages(layoutMessages);
  const entries = visibleMenu(user);

  function toggle(entry: MenuEntry, isOpen: boolean): void {
    if (isCollapsed) onExpand();
    toggleGroup(entry.label, isCollapsed || !isOpen);
  }

  return (
    <nav
      aria-label={t.mainMenu}
      className={cn(
        'scroll-cue flex-1 overflow-y-auto overflow-x-hidden py-3',
        isCollapsed ? 'px-2' : 'px-3',
      )}
    >
      {entries.length === 0 ? (
        <NoEntries isCollapsed={isCollapsed} />
      ) : (
        <ul className="flex flex-col gap-0.5">
          {entries.map((entry) => (
            <SidebarEntry
              key={entry.label}
              entry={entry}
              depth={0}
              isCollapsed={isCollapsed}
              onToggle={toggle}
              onGo={onGo}
            />
          ))}
        </ul>
      )}
    </nav>
  );
}

function NoEntries({ isCollapsed }: { isCollapsed: boolean }) {
  const t = useMessages(layoutMessages);
  if (isCollapsed)
    return <Ban role="img" aria-label={t.noAccess.title} className="mx-auto size-5 text-muted-foreground" />;
  return (
    <div className="px-2 py-4 text-sm">
      <p className="font-medium">{t.noAccess.title}</p>
      <p className="text-muted-foreground">{t.noAccess.text}</p>
    </div>
  );
}
