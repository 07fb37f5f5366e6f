import { useSearch } from '@tanstack/react-router';
import { lazyView } from '#platform/web/lazy-module.ts';
import type { SearchParams } from '#platform/web/search.ts';
import { Suspense } from 'react';
import { Page } from '#platform/web/layout/page.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { LotFinder } from './lot-finder.tsx';
import { lotPageMessages } from './messages.ts';
import type { lotsSearch } from './search.ts';

const LotPage = lazyView(async () => (await import('./lot-page.tsx')).LotPage);
const RecallPage = lazyView(async () => (await import('#modules/recalls/web/recall-page.tsx')).RecallPage);

/** Lot search, one lot, or a recall, selected by the address. */
export function LotsPage() {
  const t = useMessages(lotPageMessages);
  const { item, lot, way, recall }: SearchParams<typeof lotsSearch> = useSearch({ strict: false });
  if (recall === undefined && (item === undefined || lot === undefined)) return <LotFinder />;
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
        <LotPage
          key={`${item} ${lot}`}
          itemId={item ?? ''}
          lot={lot ?? ''}
          direction={way === 'back' ? 'back' : 'forward'}
        />
      )}
    </Suspense>
  );
}
