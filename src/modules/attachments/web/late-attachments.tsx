import { type ComponentProps, Suspense } from 'react';
import { lazyView } from '#platform/web/lazy-module.ts';
import type { Attachments } from './attachments.tsx';

const View = lazyView(async () => (await import('./attachments.tsx')).Attachments);

/** Photos, loaded with the first document that is opened. */
export function LazyAttachments(props: ComponentProps<typeof Attachments>) {
  return (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}
