import { useSyncExternalStore } from 'react';
import { messagesOf } from '../i18n/messages.ts';
import { electLeaderTab } from '../outbox/leader-tab.ts';
import { newOrderMessages } from './messages.ts';
import { countingStore } from './new-orders.ts';

/** What the browser says about notifications; `unsupported` where it has none. */
export type NotificationState = NotificationPermission | 'unsupported';

/** One note at a time: a later one takes the place of the earlier. */
const tag = 'commissary-new-orders';

const followers = new Set<() => void>();

/** What the browser allows now; people change that in its settings, too, and come back to the tab. */
export function useNotificationState(): NotificationState {
  return useSyncExternalStore(follow, readState);
}

/** Asks the person to allow notifications. To be called on a click: browsers refuse, and people do, anything else. */
export async function requestNotificationPermission(): Promise<void> {
  if (readState() === 'unsupported') return;
  await Notification.requestPermission();
  for (const follower of followers) follower();
}

/**
 * Tells of new orders outside the page (SPEC section 4), where the person has allowed it; the bell tells the same.
 * One tab does it for all: it follows the count, whichever tab has found what is new.
 *
 * @param onOpen called in that tab when a note is clicked, with the tab in front
 * @returns stops telling
 */
export function notifyNewOrders(onOpen: () => void): () => void {
  return electLeaderTab(() => {
    const told = new Set(freshIds());
    return countingStore.subscribe(() => {
      const untold = freshIds().filter((id) => !told.has(id));
      for (const id of untold) told.add(id);
      if (untold.length > 0) notify(untold.length, onOpen);
    });
  }, 'commissary-notifications');
}

function freshIds(): string[] {
  return countingStore.get()?.fresh.map(({ _id }) => _id) ?? [];
}

function notify(count: number, onOpen: () => void): void {
  if (readState() !== 'granted') return;
  const texts = messagesOf(newOrderMessages);
  try {
    const note = new Notification(texts.notificationTitle, { body: texts.notificationBody(count), tag });
    note.addEventListener('click', () => {
      window.focus();
      note.close();
      onOpen();
    });
  } catch {
    // Phones show notifications of service workers only, and throw here.
  }
}

function follow(onChange: () => void): () => void {
  followers.add(onChange);
  window.addEventListener('focus', onChange);
  return () => {
    followers.delete(onChange);
    window.removeEventListener('focus', onChange);
  };
}

function readState(): NotificationState {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}
