import { useSyncExternalStore } from 'react';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { electLeaderTab } from '#platform/web/outbox/leader-tab.ts';
import { newOrderMessages } from '../new-order-messages.ts';
import { newOrderStore } from './new-orders.ts';

/** The browser's notification permission; `unsupported` without the API. */
export type NotificationState = NotificationPermission | 'unsupported';

/** One notification at a time: a new one replaces the previous one. */
const tag = 'commissary-new-orders';

const listeners = new Set<() => void>();

/**
 * Returns the current permission, updated when the user returns to the tab after changing browser settings.
 */
export function useNotificationState(): NotificationState {
  return useSyncExternalStore(subscribe, readState);
}

/** Requests permission for notifications. Call it only on a click; browsers block other requests. */
export async function requestNotificationPermission(): Promise<void> {
  if (readState() === 'unsupported') return;
  await Notification.requestPermission();
  for (const listener of listeners) listener();
}

/**
 * Shows browser notifications of new orders (SPEC section 4) if the user has allowed them. One tab shows them
 * for all tabs, based on the shared count.
 *
 * @param onOpen called when a notification is clicked, in that tab, which is brought to the front
 * @returns a function that stops the notifications
 */
export function notifyNewOrders(onOpen: () => void): () => void {
  return electLeaderTab(() => {
    const notified = new Set(listNewOrderIds());
    return newOrderStore.subscribe(() => {
      const unnotified = listNewOrderIds().filter((id) => !notified.has(id));
      for (const id of unnotified) notified.add(id);
      if (unnotified.length > 0) notify(unnotified.length, onOpen);
    });
  }, 'commissary-notifications');
}

function listNewOrderIds(): string[] {
  return newOrderStore.get()?.newOrders.map(({ _id }) => _id) ?? [];
}

function notify(count: number, onOpen: () => void): void {
  if (readState() !== 'granted') return;
  const texts = getMessages(newOrderMessages);
  try {
    const note = new Notification(texts.notificationTitle, { body: texts.notificationBody(count), tag });
    note.addEventListener('click', () => {
      window.focus();
      note.close();
      onOpen();
    });
  } catch {
    // Phones support notifications only from service workers, and throw here.
  }
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener('focus', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('focus', onChange);
  };
}

function readState(): NotificationState {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}
