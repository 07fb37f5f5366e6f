import { messagesOf } from '../i18n/messages.ts';
import { createStore, useStore } from '../store.ts';
import { newOrderMessages } from './messages.ts';

/** What the browser says about notifications; `unsupported` where it has none. */
export type NotificationState = NotificationPermission | 'unsupported';

/** One note at a time, whichever tab found the orders: a later one takes the place of the earlier. */
const tag = 'commissary-new-orders';

const stateStore = createStore<NotificationState>(readState());

export function useNotificationState(): NotificationState {
  return useStore(stateStore);
}

/** Asks the person to allow notifications. To be called on a click: browsers refuse, and people do, anything else. */
export async function askForNotifications(): Promise<void> {
  if (readState() === 'unsupported') return;
  await Notification.requestPermission();
  stateStore.set(readState());
}

/**
 * Tells of new orders outside the page (SPEC section 4), if the person has allowed it. Nothing happens otherwise:
 * the bell in the top bar tells the same.
 *
 * @param onOpen called when the note is clicked, with the tab in front
 */
export function notifyOfOrders(count: number, onOpen: () => void): void {
  stateStore.set(readState());
  if (stateStore.get() !== 'granted') return;
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

function readState(): NotificationState {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}
