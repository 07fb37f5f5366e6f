import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Tooltip } from '#src/components/ui/tooltip.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { isGroup, type MenuEntry, type MenuGroup, menuLinks } from './menu.ts';
import { pageMessages } from './page-messages.ts';
import { useToggledGroups } from './sidebar-state.ts';

interface SidebarEntryProps {
  entry: MenuEntry;
  /** 0 to 3: three levels of groups, and what the innermost holds. */
  depth: number;
  isCollapsed: boolean;
  onToggle(entry: MenuEntry, isOpen: boolean): void;
  onGo: (() => void) | undefined;
}

const look =
  'flex h-9 w-full items-center gap-2 rounded-md px-2.5 text-start text-sm transition-colors hover:bg-accent touch:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground';

const indents = ['ps-2.5', 'ps-4.5', 'ps-6.5', 'ps-8.5'];

export function SidebarEntry(props: SidebarEntryProps) {
  const { entry, isCollapsed, depth } = props;
  const label = useMessages(pageMessages)[entry.label];
  const shape = cn(look, isCollapsed ? 'justify-center px-0' : indents[depth]);
  if (isGroup(entry)) return <SidebarGroup {...props} entry={entry} label={label} shape={shape} />;
  const Icon = entry.icon;
  return (
    <li>
      <Tooltip text={isCollapsed ? label : null} side="end">
        <Link
          to={entry.to}
          preload="intent"
          activeOptions={{ exact: true, includeSearch: false }}
          onClick={props.onGo}
          aria-label={isCollapsed ? label : undefined}
          className={shape}
          activeProps={{
            className: 'bg-selected font-medium text-primary hover:bg-selected [&_svg]:text-primary',
          }}
        >
          <Icon aria-hidden="true" />
          {isCollapsed ? null : <span className="truncate">{label}</span>}
        </Link>
      </Tooltip>
    </li>
  );
}

interface SidebarGroupProps extends SidebarEntryProps {
  entry: MenuGroup;
  label: string;
  shape: string;
}

function SidebarGroup({ entry, label, shape, ...props }: SidebarGroupProps) {
  const { depth, isCollapsed, onToggle } = props;
  const isOpen = useIsOpen(entry) && !isCollapsed;
  const Icon = entry.icon;
  return (
    <li>
      <Tooltip text={isCollapsed ? label : null} side="end">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isCollapsed ? label : undefined}
          className={shape}
          onClick={() => onToggle(entry, isOpen)}
        >
          <Icon aria-hidden="true" />
          {isCollapsed ? null : (
            <>
              <span className="flex-1 truncate">{label}</span>
              <ChevronRight
                aria-hidden="true"
                className={cn('transition-transform rtl:-scale-x-100', isOpen && 'rotate-90 rtl:rotate-90')}
              />
            </>
          )}
        </button>
      </Tooltip>
      {isOpen && entry.children.length > 0 ? (
        <ul className="flex flex-col gap-0.5 pt-0.5">
          {entry.children.map((child) => (
            <SidebarEntry {...props} key={child.label} entry={child} depth={depth + 1} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/**
 * A group stands open when the person opened it, or when it leads to the page on screen. Each group follows that for
 * itself: going to another page draws only the groups that open or close.
 */
function useIsOpen({ label, children }: MenuGroup): boolean {
  const leadsHere = useRouterState({
    select: ({ location }) => menuLinks(children).some(({ to }) => to === location.pathname),
  });
  return useToggledGroups()[label] ?? leadsHere;
}
