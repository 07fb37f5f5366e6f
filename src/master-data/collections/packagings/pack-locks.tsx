import { useQuery } from '@tanstack/react-query';
import { packContentsQuery } from '#src/collections/master-data/fixed-by.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { FormLocksProps } from '../../form/collection-form.ts';
import { packagingsMessages } from './messages.ts';

/** Locks the contents of a pack once it was purchased, because past prices depend on them. */
export function PackLocks({ row, children }: FormLocksProps) {
  const { stays } = useMessages(packagingsMessages);
  const { data: fixedBy } = useQuery(packContentsQuery(row._id));
  return children(fixedBy ? { itemId: stays, contentsQty: stays, unit: stays } : undefined);
}
