import { useQuery } from '@tanstack/react-query';
import { pendingDocumentsQuery } from '#modules/documents/web/queries/document-search.ts';
import type { WaitingDocuments } from '#platform/documents/document-search-shape.ts';
import { useUser } from '#platform/web/session/session.ts';
import { canReadDocuments, type SearchableDocumentKind } from '../../palette/document-kinds.ts';

/**
 * Statuses in which someone else has passed a document on to the user's location. New orders, approvals and
 * recalls have their own notifications.
 */
const handedOverStatuses: Readonly<Partial<Record<SearchableDocumentKind, string>>> = {
  orders: 'Shipped',
  transfers: 'Sent',
  discrepancies: 'Open',
  'stock-counts': 'Submitted',
};

/** Interval in ms at which the bell checks for handed-over documents while the page is visible. */
const checkIntervalMs = 120_000;

/**
 * Returns deliveries, transfers, discrepancies and counts that the user's location has to process, by kind.
 * Empty for head office, which sees the documents of all locations on its dashboard.
 */
export function useHandedOverDocuments(): readonly WaitingDocuments[] {
  const user = useUser();
  const { data } = useQuery({
    ...pendingDocumentsQuery(),
    refetchInterval: checkIntervalMs,
    enabled: canReadDocuments(user),
  });
  return (data ?? []).filter(
    ({ collection, status, isSubstitute }) =>
      !isSubstitute && handedOverStatuses[collection as SearchableDocumentKind] === status,
  );
}
