import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#platform/web/ui/dropdown-menu.tsx';
import { layoutMessages } from './messages.ts';

export interface Tab {
  key: string;
  name: string;
  link: LinkProps & { replace?: boolean };
  isCurrent: boolean;
}

interface TabRowProps {
  label: string;
  tabs: readonly Tab[];
  /** Whether the tabs are lists of one page instead of pages. */
  isGroup?: boolean;
}

const tabClass = 'flex h-9 shrink-0 items-center border-b-2 px-2.5 text-sm -outline-offset-2 touch:h-11';
const tabTones = (isCurrent: boolean) =>
  isCurrent ? 'border-primary font-medium' : 'border-transparent text-muted-foreground hover:text-foreground';

/** One row of tabs; those that don't fit are in a menu at its end. */
export function TabRow({ label, tabs, isGroup = false }: TabRowProps) {
  const t = useMessages(layoutMessages);
  const rowRef = useRef<HTMLDivElement>(null);
  const fittingCount = useFittingCount(rowRef, tabs.length);
  const overflowTabs = tabs.slice(fittingCount);
  const Row = isGroup ? 'div' : 'nav';
  const current = overflowTabs.find(({ isCurrent }) => isCurrent);
  return (
    <Row {...(isGroup && { role: 'group' })} aria-label={label} className="mb-3 flex border-b print:hidden">
      {/* Tabs that wrap to a second line are clipped. */}
      <div ref={rowRef} className="-mb-px flex h-9 min-w-0 flex-1 flex-wrap overflow-hidden touch:h-11">
        {tabs.map(({ key, name, link, isCurrent }, index) => (
          <Link
            key={key}
            {...link}
            aria-current={isCurrent ? 'page' : undefined}
            className={cn(tabClass, tabTones(isCurrent), index >= fittingCount && 'invisible')}
          >
            {name}
          </Link>
        ))}
      </div>
      {overflowTabs.length > 0 ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <button type="button" className={cn(tabClass, '-mb-px gap-1', tabTones(current !== undefined))}>
              {current?.name ?? t.moreTabs}
              <ChevronDown aria-hidden="true" className="size-4" />
            </button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {overflowTabs.map(({ key, name, link, isCurrent }) => (
              <DropdownMenuItem key={key} asChild>
                <Link {...link} aria-current={isCurrent ? 'page' : undefined}>
                  {name}
                </Link>
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
    </Row>
  );
}

/** Counts the children on the first line of a wrapping row, and recounts them when its width changes. */
function useFittingCount(rowRef: { current: HTMLElement | null }, total: number): number {
  const [fittingCount, setFittingCount] = useState(total);
  useEffect(() => {
    const row = rowRef.current;
    if (!row || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      const tops = [...row.children].map((tab) => (tab as HTMLElement).offsetTop);
      const wrapped = tops.findIndex((top) => top > (tops[0] ?? 0));
      setFittingCount(wrapped === -1 ? total : wrapped);
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [rowRef, total]);
  return Math.min(fittingCount, total);
}

/** Choice between the lists of a page that already has a row of tabs. */
export function ViewSwitch({ label, tabs }: Omit<TabRowProps, 'isGroup'>) {
  return (
    <div role="group" aria-label={label} className="mb-3 flex flex-wrap gap-2 print:hidden">
      {tabs.map(({ key, name, link, isCurrent }) => (
        <Link
          key={key}
          {...link}
          aria-current={isCurrent ? 'page' : undefined}
          className={cn(
            'inline-flex h-8 items-center rounded-full border px-3 text-sm touch:h-11',
            isCurrent
              ? 'border-primary bg-accent font-medium'
              : 'bg-card text-muted-foreground hover:bg-accent',
          )}
        >
          {name}
        </Link>
      ))}
    </div>
  );
}
