import { useQuery } from '@tanstack/react-query';
import { packContentsLockQuery } from '#modules/master-data/web/queries/lock-reasons.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { FormLocksProps } from '#modules/master-data/web/form/collection-form.ts';
import { packagingsMessages } from './messages.ts';

/** Locks a pack's contents once it has been purchased, because past prices depend on them. */
export function PackLocks({ row, children }: FormLocksProps) {
  const { lockedHint } = useMessages(packagingsMessages);
  const { data: lockedBy } = useQuery(packContentsLockQuery(row._id));
  return children(lockedBy ? { itemId: lockedHint, contentsQty: lockedHint, unit: lockedHint } : undefined);
}
