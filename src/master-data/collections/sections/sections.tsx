import { Suspense } from 'react';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import type { PageExtras } from '../../collection-screen.ts';
import { useItemCountColumn } from '../../arranging/item-count-column.tsx';
import { sectionsMessages } from './messages.ts';

/** Dragging loads with the tab that needs it. */
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
