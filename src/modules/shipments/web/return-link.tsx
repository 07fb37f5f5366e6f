import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { canOpenPage, canWrite, canActAtLocation } from '#core/permissions.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { shipmentMessages } from './messages.ts';

interface ReturnLinkProps {
  /** Number of a received order or transfer. */
  delivery: string;
  receiver: string;
  sender: string;
}

const pages = ['/branch-order/inventory-control/transfers', '/inventory/transfers'] as const;

/** Link to the form for returning delivered goods; hidden if the user can't create returns at the receiver. */
export function ReturnLink({ delivery, receiver, sender }: ReturnLinkProps) {
  const t = useMessages(shipmentMessages);
  const user = useUser();
  const page = pages.find((path) => canOpenPage(user, path));
  if (page === undefined || !canActAtLocation(user, receiver) || !canWrite(user, 'transfers', 'canCreate'))
    return null;
  return (
    <Button asChild>
      <Link to={page} search={{ new: 'return', returnOf: delivery, fromPlace: receiver, toPlace: sender }}>
        <Undo2 aria-hidden="true" />
        {t.returnGoods}
      </Link>
    </Button>
  );
}
