import { useQuery } from '@tanstack/react-query';
import { supplierCurrencyQuery } from '#src/collections/master-data/fixed-by.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { FormLocksProps } from '../../form/collection-form.ts';
import { suppliersMessages } from './messages.ts';

/** Locks a supplier's currency once there are prices or purchases in it. */
export function CurrencyLock({ row, children }: FormLocksProps) {
  const { stays } = useMessages(suppliersMessages);
  const { data: fixedBy } = useQuery(supplierCurrencyQuery(row._id));
  return children(fixedBy ? { currency: stays } : undefined);
}
