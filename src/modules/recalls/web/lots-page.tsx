import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LotFinder } from '#modules/lots/web/lot-finder.tsx';
import { lotPageMessages } from '#modules/lots/web/messages.ts';
import type { lotsSearch } from '#modules/lots/web/search.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { lazyView } from '#platform/web/lazy-module.ts';
import type { SearchParams } from '#platform/web/search.ts';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { RecallList } from './recall-list.tsx';

const RecallableLotPage = lazyView(async () => (await import('./recallable-lot-page.tsx')).RecallableLotPage);
const RecallPage = lazyView(async () => (await import('./recall-page.tsx')).RecallPage);

/** Lot search with the recalls, one lot, or one recall, depending on the URL. */
export function LotsPage() {
  const t = useMessages(lotPageMessages);
  const { item, lot, direction, recall }: SearchParams<typeof lotsSearch> = useSearch({ strict: false });
  if (recall === undefined && (item === undefined || lot === undefined))
    return (
      <LotFinder>
        <RecallList />
      </LotFinder>
    );
  return (
    <Suspense
      fallback={
        <Page>
          <SkeletonRows label={t.trace.loading} rows={10} />
        </Page>
      }
    >
      {recall !== undefined ? (
        <RecallPage key={recall} id={recall} />
      ) : (
        <RecallableLotPage
          key={`${item} ${lot}`}
          itemId={item ?? ''}
          lot={lot ?? ''}
          direction={direction === 'backward' ? 'backward' : 'forward'}
        />
      )}
    </Suspense>
  );
}
