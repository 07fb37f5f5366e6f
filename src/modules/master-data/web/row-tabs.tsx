import { type ReactNode, Suspense, useState } from 'react';
import { isReviewed } from '#core/reviews.ts';
import type { ResourceRow } from './queries/resources.ts';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { CollectionKey } from '../collections.ts';
import { ResourceFacts } from './resource-facts.tsx';
import { ReviewNotice } from './review/review-notice.tsx';
import { RowHistory } from './row-history.tsx';
import { rowMessages } from './row-messages.ts';
import { RowUsage } from './usage-list.tsx';
import { getScreen } from './screens.ts';

interface RowTabsProps {
  name: CollectionKey;
  row: ResourceRow;
  /** Content of the first tab; the fields by default. */
  details?: ReactNode;
}

/** Tabs of a row: fields, usage, history. */
export function RowTabs({ name, row, details }: RowTabsProps) {
  const t = useMessages(rowMessages);
  const { tabs: additionalTabs = [], AboveFacts: Above, BelowFacts: Below } = getScreen(name);
  const [current, setCurrent] = useState<string>('details');
  const View = additionalTabs.find(({ id }) => id === current)?.View;
  const tabs = [
    { id: 'details', label: t.details },
    ...additionalTabs.map(({ id }) => ({ id, label: t.moreTabs[id] })),
    { id: 'usage', label: t.usage },
    { id: 'history', label: t.history },
  ];
  return (
    <>
      {isReviewed(name) ? <ReviewNotice collection={name} id={row._id} /> : null}
      <div role="group" aria-label={t.tabs} className="-mt-2 mb-4 flex gap-1 overflow-x-auto border-b">
        {tabs.map(({ id: tab, label }) => (
          <button
            key={tab}
            type="button"
            aria-pressed={tab === current}
            onClick={() => setCurrent(tab)}
            className={cn(
              '-mb-px flex h-10 shrink-0 items-center border-transparent border-b-2 px-3 text-sm -outline-offset-2 touch:h-12',
              tab === current ? 'border-primary font-medium' : 'text-muted-foreground hover:text-foreground',
            )}
          >
            {label}
          </button>
        ))}
      </div>
      {current === 'details'
        ? (details ?? (
            <>
              {Above ? (
                <Suspense fallback={<SkeletonRows label={t.details} />}>
                  <Above row={row} />
                </Suspense>
              ) : null}
              <ResourceFacts name={name} row={row} />
              {Below ? (
                <Suspense>
                  <Below row={row} />
                </Suspense>
              ) : null}
            </>
          ))
        : null}
      {View ? (
        <Suspense fallback={<SkeletonRows label={t.tabs} />}>
          <View row={row} />
        </Suspense>
      ) : null}
      {current === 'usage' ? <RowUsage name={name} id={row._id} /> : null}
      {current === 'history' ? <RowHistory name={name} id={row._id} /> : null}
    </>
  );
}
