import { Suspense } from 'react';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { useItemCountColumn } from '#modules/master-data/web/merge-and-move/item-count-column.tsx';
import { sectionsMessages } from './messages.ts';

/** The drag-and-drop code is loaded with the tab that needs it. */
const SectionOrder = lazyView(async () => (await import('./section-order.tsx')).SectionOrder);

function OrderView() {
  const t = useMessages(sectionsMessages).order;
  return (
    <Suspense fallback={<SkeletonRows label={t.loading} />}>
      <SectionOrder />
    </Suspense>
  );
}

export const sectionExtras: PageExtras = {
  sections: {
    useColumns: () => [useItemCountColumn('section')],
    useViews: () => [{ id: 'order', name: useMessages(sectionsMessages).order.tab, View: OrderView }],
  },
};
