import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { canOpenPage, canWrite, canActAt } from '#core/permissions.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { transferStatusMessages } from './status-messages.ts';

interface ReturnLinkProps {
  /** Number of the delivery: an order or a transfer that was received. */
  of: string;
  /** Receiving location and sender of the delivery. */
  place: string;
  giver: string;
}

const pages = ['/branch-order/inventory-control/transfers', '/inventory/transfers'] as const;

/** Link to return goods of a delivery; hidden if the user may not. */
export function ReturnLink({ of, place, giver }: ReturnLinkProps) {
  const t = useMessages(transferStatusMessages);
  const user = useUser();
  const page = pages.find((path) => canOpenPage(user, path));
  if (page === undefined || !canActAt(user, place) || !canWrite(user, 'transfers', 'canCreate')) return null;
  return (
    <Button asChild>
      <Link to={page} search={{ new: 'return', of, fromPlace: place, toPlace: giver }}>
        <Undo2 aria-hidden="true" />
        {t.returnThis}
      </Link>
    </Button>
  );
}
