import type { StockCount } from '../shapes.ts';
import { DocumentHistory, useDocumentHistory } from '#platform/documents/web/document-history.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { countMessages } from './messages.ts';

/** History of a count that is no longer open. */
export function CountHistory({ count }: { count: StockCount }) {
  const { statuses } = useMessages(countMessages);
  return (
    <div className="py-4">
      <DocumentHistory entries={useDocumentHistory('stock-counts', count)} statuses={statuses} />
    </div>
  );
}
