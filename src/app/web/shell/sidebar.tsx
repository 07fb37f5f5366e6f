import { Link, useRouterState } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import {
  isGroup,
  isGroupActive,
  type MenuEntry,
  type MenuGroup,
  type MenuLink,
  getActiveMenuEntry,
  getVisibleMenu,
} from '#platform/web/layout/menu.ts';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { toggleGroup, useToggledGroups } from '#platform/web/layout/sidebar-state.ts';
import { Tooltip } from '#platform/web/ui/tooltip.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';

interface SidebarProps {
  user: Actor;
  /** Whether the sidebar shows only icons. Clicking a group's icon expands the sidebar. */
  isCollapsed: boolean;
  onExpand(): void;
  /** Called when a link is followed, even to the current page. */
  onNavigate?(): void;
}

/** The menu of SPEC section 2: the pages that the user may open, in collapsible groups. */
export function Sidebar({ user, isCollapsed, onExpand, onNavigate }: SidebarProps) {
  const t = useMessages(layoutMessages);
  const entries = getVisibleMenu(user);

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
              onNavigate={onNavigate}
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

interface SidebarEntryProps {
  entry: MenuEntry;
  /** 0 to 3, for three levels of groups and their pages. */
  depth: number;
  isCollapsed: boolean;
  onToggle(entry: MenuEntry, isOpen: boolean): void;
  onNavigate: (() => void) | undefined;
}

const entryClass =
  'relative block h-9 w-full truncate rounded-md pe-2.5 text-start text-sm leading-9 transition-colors hover:bg-accent touch:h-11 touch:leading-11 [&_svg]:inline [&_svg]:size-4 [&_svg]:align-[-0.175em] [&_svg]:text-muted-foreground';

/** An arrow that points to the inline end, or down while the group is open. */
const arrowClass =
  'pe-7 after:absolute after:end-3.5 after:top-1/2 after:-mt-0.75 after:size-1.5 after:-rotate-45 after:border-muted-foreground after:border-e-2 after:border-b-2 after:transition-transform rtl:after:rotate-45 aria-expanded:after:rotate-45 rtl:aria-expanded:after:-rotate-45';

const indentClasses = [
  'ps-2.5 [&_svg]:me-2',
  'ps-4.5 [&_svg]:me-2',
  'ps-6.5 [&_svg]:me-2',
  'ps-8.5 [&_svg]:me-2',
];

function SidebarEntry(props: SidebarEntryProps) {
  const { entry, isCollapsed, depth } = props;
  const label = useMessages(pageMessages)[entry.label];
  const className = cn(entryClass, isCollapsed ? 'px-0 text-center' : indentClasses[depth]);
  if (isGroup(entry)) return <SidebarGroup {...props} entry={entry} label={label} className={className} />;
  return <SidebarLink {...props} entry={entry} label={label} className={className} />;
}

interface SidebarLinkProps extends SidebarEntryProps {
  entry: MenuLink;
  label: string;
  className: string;
}

const activeClass = 'bg-selected font-medium text-primary hover:bg-selected [&_svg]:text-primary';

/** A link that is marked on its own page and on related pages without a menu entry. */
function SidebarLink({ entry, label, className, isCollapsed, onNavigate }: SidebarLinkProps) {
  const hasCurrentPage = useRouterState({
    select: ({ location: { pathname } }) =>
      pathname !== entry.to && getActiveMenuEntry(pathname).entry === entry.to,
  });
  const Icon = entry.icon;
  return (
    <li>
      <Tooltip text={isCollapsed ? label : null} side="end">
        <Link
          to={entry.to}
          preload="intent"
          activeOptions={{ exact: true, includeSearch: false }}
          onClick={onNavigate}
          aria-label={isCollapsed ? label : undefined}
          aria-current={hasCurrentPage ? 'true' : undefined}
          className={cn(className, hasCurrentPage && activeClass)}
          activeProps={{ className: activeClass }}
        >
          <Icon aria-hidden="true" />
          {isCollapsed ? null : label}
        </Link>
      </Tooltip>
    </li>
  );
}

interface SidebarGroupProps extends SidebarEntryProps {
  entry: MenuGroup;
  label: string;
  className: string;
}

function SidebarGroup({ entry, label, className, ...props }: SidebarGroupProps) {
  const { depth, isCollapsed, onToggle } = props;
  // Selected per group, so that navigation re-renders only the affected groups.
  const activePart = useRouterState({
    select: ({ location: { pathname } }) =>
      getActiveMenuEntry(pathname).group === entry.label
        ? 'group page'
        : isGroupActive(entry, pathname) && 'child page',
  });
  // Opened by the user, or because it contains the current page.
  const isOpen = (useToggledGroups()[entry.label] ?? Boolean(activePart)) && !isCollapsed;
  // A collapsed group is marked if it contains the current page.
  const isMarked = activePart === 'group page' || (activePart === 'child page' && !isOpen);
  const t = useMessages(layoutMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const Icon = entry.icon;
  return (
    <li>
      <Tooltip text={isCollapsed ? label : null} side="end">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isCollapsed ? label : undefined}
          aria-current={isMarked ? 'true' : undefined}
          className={cn(className, !isCollapsed && arrowClass, isMarked && activeClass)}
          onClick={() => onToggle(entry, isOpen)}
        >
          <Icon aria-hidden="true" />
          {isCollapsed ? null : label}
        </button>
      </Tooltip>
      {isOpen && entry.children.length > 0 ? (
        <ul className="flex flex-col gap-0.5 pt-0.5">
          {entry.children.map((child) => (
            <SidebarEntry {...props} key={child.label} entry={child} depth={depth + 1} />
          ))}
        </ul>
      ) : isOpen && canOpenPage(user, '/sub-categories') ? (
        <p className="pe-2.5 pb-1 ps-8.5 text-muted-foreground text-xs">
          {t.emptyGroup(names.subCategories)}
        </p>
      ) : null}
    </li>
  );
}
