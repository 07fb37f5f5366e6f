import { sessionStore } from './session/session.ts';
import type { Store } from './store.ts';

/**
 * One store per key for as long as the person is signed in: every screen that asks for a key gets the same one.
 * With the session they are all forgotten here; what they keep on the device stays, for its owner.
 *
 * @param open makes the store of a key that is asked for the first time
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
