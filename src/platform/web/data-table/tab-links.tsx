import { Link } from '@tanstack/react-router';
import { scrollTabIntoView } from '#platform/web/layout/scroll-tab-into-view.ts';
import { cn } from '#platform/web/cn.ts';

interface TabLinksProps<Tab extends string> {
  label: string;
  tabs: readonly { id: Tab; name: string }[];
  current: Tab;
}

/** Tabs for several lists on one page: the first is the default, the others are in the URL as `tab`. */
export function TabLinks<Tab extends string>({ label, tabs, current }: TabLinksProps<Tab>) {
  return (
    <div role="group" aria-label={label} className="mb-3 flex gap-1 overflow-x-auto border-b">
      {tabs.map(({ id, name }, index) => (
        <Link
          key={id}
          to="."
          search={index === 0 ? {} : { tab: id }}
          replace
          ref={id === current ? scrollTabIntoView : undefined}
          aria-current={id === current ? 'page' : undefined}
          className={cn(
            '-mb-px flex h-10 shrink-0 items-center border-transparent border-b-2 px-3 text-sm -outline-offset-2 touch:h-12',
            id === current ? 'border-primary font-medium' : 'text-muted-foreground hover:text-foreground',
          )}
        >
          {name}
        </Link>
      ))}
    </div>
  );
}
