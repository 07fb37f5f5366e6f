import { sessionStore } from '#platform/web/session/session.ts';

/**
 * Creates one store per key for the duration of the session. All stores are dropped when it ends; data stored
 * on the device stays for its owner.
 *
 * @param open creates the store of a key on first use
 */
export function createUserStores<S>(open: (key: string) => S): (key: string) => S {
  const opened = new Map<string, S>();
  sessionStore.subscribe(() => {
    if (sessionStore.get().status === 'anonymous') opened.clear();
  });
  return (key) => {
    const store = opened.get(key) ?? open(key);
    opened.set(key, store);
    return store;
  };
}
