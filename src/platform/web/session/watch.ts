import { endSession, sessionLengthMs, sessionStore } from './session.ts';
import { storedSessionState, tokenKey } from './storage.ts';

/**
 * Ends the session eight hours after sign-in in every tab, also when the device was asleep at that time, and
 * follows other tabs: a sign-out there signs out here, and another user there reloads this tab, so that no
 * data of the previous user stays on screen.
 *
 * @returns stops watching
 */
export function watchSession(reload: () => void = () => window.location.reload()): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const check = () => {
    clearTimeout(timer);
    const session = sessionStore.get();
    if (session.status !== 'signed-in') return;
    const leftMs = session.startedAt + sessionLengthMs - Date.now();
    if (leftMs <= 0) endSession('expired');
    else timer = setTimeout(check, leftMs);
  };

  // A tab that was suspended or restored from history has missed changes of other tabs.
  const wake = () => {
    const session = sessionStore.get();
    const state = storedSessionState(session.status === 'signed-in' ? session.token : null);
    if (state === 'gone') endSession('elsewhere');
    if (state === 'replaced') reload();
    check();
  };

  const onStorage = (event: StorageEvent) => {
    if (event.key !== tokenKey && event.key !== null) return;
    const session = sessionStore.get();
    const token = event.key === null ? null : event.newValue;
    if (token === null) endSession('elsewhere');
    else if (session.status === 'anonymous' || session.token !== token) reload();
  };

  const unsubscribe = sessionStore.subscribe(check);
  window.addEventListener('storage', onStorage);
  for (const event of wakeEvents) window.addEventListener(event, wake);
  document.addEventListener('visibilitychange', wake);
  check();

  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('storage', onStorage);
    for (const event of wakeEvents) window.removeEventListener(event, wake);
    document.removeEventListener('visibilitychange', wake);
  };
}

/** Timers stop while the device sleeps; these events occur when it wakes. */
const wakeEvents = ['focus', 'pageshow', 'online'] as const;
