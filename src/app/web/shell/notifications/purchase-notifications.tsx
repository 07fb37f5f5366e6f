import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { PurchaseApprovals } from '#modules/purchase-orders/shapes.ts';
import { canOpenPage, canRead } from '#core/permissions.ts';
import { purchaseApprovalsQuery, purchasePages } from '#modules/purchase-orders/web/queries.ts';
import { DialogClose } from '#platform/web/ui/dialog.tsx';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useNow } from '#platform/web/use-now.ts';
import { notificationMessages } from './messages.ts';
import { NotificationSection } from './notification-section.tsx';

const getStorageKey = (userId: string) => `commissary.purchase-decisions.${userId}`;

export interface PurchaseNotificationState extends PurchaseApprovals {
  /** Marks the decisions as seen on this device. */
  markSeen(): void;
}

const noApprovals: PurchaseApprovals = { waiting: [], decided: [] };

/**
 * Returns purchase orders awaiting the user's approval, and decisions on the user's own purchase orders that
 * they have not seen on this device.
 */
export function usePurchaseNotifications(): PurchaseNotificationState {
  const user = useUser();
  const [since, setSince] = useState(() => readStoredItem(getStorageKey(user._id)) ?? undefined);
  const { data = noApprovals } = useQuery({
    ...purchaseApprovalsQuery(since),
    enabled: canRead(user, 'purchase-orders'),
  });
  return {
    ...data,
    markSeen() {
      const [latest] = data.decided;
      if (!latest) return;
      writeStoredItem(getStorageKey(user._id), latest.at);
      setSince(latest.at);
    },
  };
}

/**
 * Purchase orders awaiting the user's approval, and decisions on the user's own purchase orders; renders
 * nothing if there are none.
 */
export function PurchaseNotifications({ waiting, decided }: PurchaseApprovals) {
  const t = useMessages(notificationMessages).purchases;
  const now = useNow();
  return (
    <>
      {decided.length === 0 ? null : (
        <NotificationSection title={t.decidedTitle}>
          {decided.map((order) => (
            <Entry key={`${order._id} ${order.at}`} order={order}>
              {(order.isApproved ? t.approved : t.sentBack)(order.byName, formatAge(order.at, now))}
              {order.note ? <span className="block">{t.reason(order.note)}</span> : null}
            </Entry>
          ))}
        </NotificationSection>
      )}
      {waiting.length === 0 ? null : (
        <NotificationSection title={t.waitingTitle}>
          {waiting.map((order) => (
            <Entry key={order._id} order={order}>
              {t.requested(order.userName, order.placeName, formatAge(order.since, now))}
            </Entry>
          ))}
        </NotificationSection>
      )}
    </>
  );
}

interface EntryProps {
  order: { _id: string; number: string; supplierName: string };
  children: ReactNode;
}

function Entry({ order: { _id, number, supplierName }, children }: EntryProps) {
  const user = useUser();
  const page = purchasePages.find((path) => canOpenPage(user, path));
  const content = (
    <>
      <bdi className="font-medium text-sm">{`${number} · ${supplierName}`}</bdi>
      <span className="text-muted-foreground text-xs">{children}</span>
    </>
  );
  const className = 'flex min-h-11 w-full flex-col justify-center rounded-lg px-3 py-2';
  return (
    <li className="rounded-lg border">
      {page === undefined ? (
        <div className={className}>{content}</div>
      ) : (
        <DialogClose asChild>
          <Link to={page} search={{ row: _id }} className={`${className} hover:bg-accent`}>
            {content}
          </Link>
        </DialogClose>
      )}
    </li>
  );
}
