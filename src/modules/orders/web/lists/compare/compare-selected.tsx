import { Link } from '@tanstack/react-router';
import { Columns3 } from 'lucide-react';
import { maxComparedOrders } from '#platform/shapes/limits.ts';
import type { OrderRecord } from '../../queries/read.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { compareMessages } from './messages.ts';

/** Links to the comparison of the selected orders. */
export function CompareSelected({ orders }: { orders: readonly OrderRecord[] }) {
  const t = useMessages(compareMessages);
  const content = (
    <>
      <Columns3 aria-hidden="true" />
      {t.compareSelected}
    </>
  );
  if (orders.length < 2 || orders.length > maxComparedOrders)
    return <GuardedButton disabledReason={t.howMany(maxComparedOrders)}>{content}</GuardedButton>;
  return (
    <Button asChild>
      <Link to="/branch-orders" search={{ compare: 'orders', ids: orders.map(({ _id }) => _id).join() }}>
        {content}
      </Link>
    </Button>
  );
}
