import { useQuery } from '@tanstack/react-query';
import type { Recall } from '../../shapes.ts';
import { canOpenPage, canRead } from '#core/permissions.ts';
import { useUser } from '#platform/web/session/session.ts';
import { openRecallsQuery } from './recalls.ts';

const lotPages = ['/inventory/lots', '/branch-order/inventory-control/lots'] as const;

/**
 * Returns real recalls that the user's locations haven't answered, with the page that shows them, if
 * permitted.
 */
export function useOpenRecalls(): { recalls: readonly Recall[]; page: (typeof lotPages)[number] | null } {
  const user = useUser();
  const { data = [] } = useQuery({ ...openRecallsQuery(), enabled: canRead(user, 'stock') });
  return { recalls: data, page: lotPages.find((page) => canOpenPage(user, page)) ?? null };
}
