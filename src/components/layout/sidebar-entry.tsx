import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Tooltip } from '#src/components/ui/tooltip.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { isGroup, type MenuEntry } from './menu.ts';
import { pageMessages } from './page-messages.ts';

interface SidebarEntryProps {
  entry: MenuEntry;
  /** 0 to 3: three levels of groups, and what the innermost holds. */
  depth: number;
  isCollapsed: boolean;
  isOpen(entry: MenuEntry): boolean;
  onToggle(entry: MenuEntry, isOpen: boolean): void;
  onGo: (() => void) | undefined;
}

const look =
  'flex h-9 w-full items-center gap-2 rounded-md px-2.5 text-start text-sm transition-colors hover:bg-accent touch:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground';

const indents = ['ps-2.5', 'ps-4.5', 'ps-6.5', 'ps-8.5'];

export function SidebarEntry(props: SidebarEntryProps) {
  const { entry, depth, isCollapsed, isOpen, onToggle } = props;
  const t = useMessages(pageMessages);
  const label = t[entry.label];
  const shape = cn(look, isCollapsed ? 'justify-center px-0' : indents[depth]);
  const Icon = entry.icon;

  if (!isGroup(entry)) {
    return (
      <li>
        <Tooltip text={isCollapsed ? label : null} side="end">
          <Link
            to={entry.to}
            preload="intent"
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

  const open = isOpen(entry) && !isCollapsed;
  return (
    <li>
      <Tooltip text={isCollapsed ? label : null} side="end">
        <button
          type="button"
          aria-expanded={open}
          aria-label={isCollapsed ? label : undefined}
          className={shape}
          onClick={() => onToggle(entry, open)}
        >
          <Icon aria-hidden="true" />
          {isCollapsed ? null : (
            <>
              <span className="flex-1 truncate">{label}</span>
              <ChevronRight
                aria-hidden="true"
                className={cn('transition-transform rtl:-scale-x-100', open && 'rotate-90 rtl:rotate-90')}
              />
            </>
          )}
        </button>
      </Tooltip>
      {open && entry.children.length > 0 ? (
        <ul className="flex flex-col gap-0.5 pt-0.5">
          {entry.children.map((child) => (
            <SidebarEntry {...props} key={child.label} entry={child} depth={depth + 1} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
