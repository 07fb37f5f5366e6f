import { type ComponentProps, Suspense } from 'react';
import { lazyView } from '#platform/web/lazy-module.ts';
import type { Attachments } from './attachments.tsx';

const View = lazyView(async () => (await import('./attachments.tsx')).Attachments);

/** Photos of a document; their code is loaded when the first document is opened. */
export function LazyAttachments(props: ComponentProps<typeof Attachments>) {
  return (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}
