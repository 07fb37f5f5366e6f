import { FileStack, Unplug } from 'lucide-react';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { tableMessages } from './messages.ts';

/**
 * Shown if the first load failed; if the server doesn't have the endpoint, a notice is shown instead of an
 * error.
 */
export function ListFailed(props: { title: string; error: unknown; onRetry(): void }) {
  const t = useMessages(tableMessages);
  return isMissingEndpoint(props.error) ? (
    <EmptyState icon={Unplug} title={t.notOffered} text={t.notOfferedText} />
  ) : (
    <LoadFailed {...props} />
  );
}

/** Shown for a page number beyond the end of the list. */
export function PageOutOfRange({ onOpenFirstPage }: { onOpenFirstPage(): void }) {
  const t = useMessages(tableMessages);
  return (
    <EmptyState
      icon={FileStack}
      title={t.pageOutOfRange}
      action={<Button onClick={onOpenFirstPage}>{t.firstPage}</Button>}
    />
  );
}
