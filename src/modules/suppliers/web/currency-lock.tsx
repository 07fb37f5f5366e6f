import { useQuery } from '@tanstack/react-query';
import { supplierCurrencyLockQuery } from '#modules/master-data/web/queries/lock-reasons.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { FormLocksProps } from '#modules/master-data/web/form/collection-form.ts';
import { suppliersMessages } from './messages.ts';

/** Locks a supplier's currency once there are prices or purchases in it. */
export function CurrencyLock({ row, children }: FormLocksProps) {
  const { currencyLocked } = useMessages(suppliersMessages);
  const { data: lockedBy } = useQuery(supplierCurrencyLockQuery(row._id));
  return children(lockedBy ? { currency: currencyLocked } : undefined);
}
