import { sessionStore } from './session/session.ts';
import type { Store } from './store.ts';

/**
 * Creates one store per key for the duration of the session. All stores are dropped when it ends; data stored
 * on the device stays for its owner.
 *
 * @param open creates the store of a key on first use
 */
export function createUserStores<T>(open: (key: string) => Store<T>): (key: string) => Store<T> {
  const opened = new Map<string, Store<T>>();
  sessionStore.subscribe(() => {
    if (sessionStore.get().status === 'anonymous') opened.clear();
  });
  return (key) => {
    const store = opened.get(key) ?? open(key);
    opened.set(key, store);
    return store;
  };
}
