const storageKey = 'mocked-api.changes';

/** Stores a changeset in a tab's storage, for one version of schema and seed. */
export function createChangeStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  version: string,
) {
  return {
    /** Returns the stored changeset if its version is the same, otherwise null. */
    read(): Uint8Array | null {
      const [storedVersion, text] = storage.getItem(storageKey)?.split('\n') ?? [];
      if (storedVersion !== version || !text) return null;
      return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    },
    write(changes: Uint8Array): void {
      let text = '';
      for (const byte of changes) text += String.fromCharCode(byte);
      try {
        storage.setItem(storageKey, `${version}\n${btoa(text)}`);
      } catch {
        // The storage is full, so the next load starts from the seed instead of from some of the changes.
        storage.removeItem(storageKey);
      }
    },
  };
}
