import { endSession, sessionLengthMs, sessionStore } from './session.ts';
import { getStoredSessionState, tokenKey } from './storage.ts';

/**
 * Ends the session in every tab eight hours after sign-in, even if the device was asleep at that time, and
 * follows other tabs: signing out in one signs out all, and another user's sign-in reloads this tab, so that
 * none of the previous user's data stays on screen.
 *
 * @returns a function that stops watching
 */
export function watchSession(reload: () => void = () => window.location.reload()): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const checkExpiry = () => {
    clearTimeout(timer);
    const session = sessionStore.get();
    if (session.status !== 'signed-in') return;
    const remainingMs = session.startedAt + sessionLengthMs - Date.now();
    if (remainingMs <= 0) endSession('expired');
    else timer = setTimeout(checkExpiry, remainingMs);
  };

  // A tab that was suspended or restored from history has missed changes of other tabs.
  const handleWake = () => {
    const session = sessionStore.get();
    const state = getStoredSessionState(session.status === 'signed-in' ? session.token : null);
    if (state === 'removed') endSession('other-tab');
    if (state === 'replaced') reload();
    checkExpiry();
  };

  const onStorage = (event: StorageEvent) => {
    if (event.key !== tokenKey && event.key !== null) return;
    const session = sessionStore.get();
    const token = event.key === null ? null : event.newValue;
    if (token === null) endSession('other-tab');
    else if (session.status === 'anonymous' || session.token !== token) reload();
  };

  const unsubscribe = sessionStore.subscribe(checkExpiry);
  window.addEventListener('storage', onStorage);
  for (const event of wakeEvents) window.addEventListener(event, handleWake);
  document.addEventListener('visibilitychange', handleWake);
  checkExpiry();

  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('storage', onStorage);
    for (const event of wakeEvents) window.removeEventListener(event, handleWake);
    document.removeEventListener('visibilitychange', handleWake);
  };
}

/** Timers stop while the device sleeps; these events occur when it wakes. */
const wakeEvents = ['focus', 'pageshow', 'online'] as const;
