import { usePageTabs } from '#platform/web/layout/page-header.tsx';
import { TabRow, ViewSwitch } from '#platform/web/layout/tab-row.tsx';

interface TabLinksProps<Tab extends string> {
  label: string;
  tabs: readonly { id: Tab; name: string }[];
  current: Tab;
}

/**
 * Choice between several lists on one page: the first is the default, the others are in the URL as `tab`.
 * Tabs, unless the page has tabs already.
 */
export function TabLinks<Tab extends string>({ label, tabs, current }: TabLinksProps<Tab>) {
  const hasPageTabs = usePageTabs().length > 0;
  const links = tabs.map(({ id, name }, index) => ({
    key: id,
    name,
    link: { to: '.', search: index === 0 ? {} : { tab: id }, replace: true } as const,
    isCurrent: id === current,
  }));
  return hasPageTabs ? (
    <ViewSwitch label={label} tabs={links} />
  ) : (
    <TabRow isGroup label={label} tabs={links} />
  );
}
