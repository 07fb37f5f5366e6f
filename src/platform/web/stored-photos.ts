import { createDeviceDatabase, StorageUnavailableError } from './device-database.ts';

/** A photo that has not been uploaded yet, on the device of the user who took it. */
export interface StoredPhoto {
  id: string;
  userId: string;
  type: string;
  bytes: ArrayBuffer;
  /** When it was taken (epoch ms). */
  at: number;
}

const database = createDeviceDatabase('commissary-photos', (created) => {
  created.createObjectStore('photos', { keyPath: 'id' });
});

/** Photos in browsers without storage, as in some private windows. */
const inMemory = new Map<string, StoredPhoto>();

/** Runs one request on the photo database; uses `fallback` in browsers without storage. */
async function runRequest<A, B>(
  mode: 'readonly' | 'readwrite',
  request: (photos: IDBObjectStore) => IDBRequest<A>,
  fallback: () => B,
): Promise<A | B> {
  try {
    return await database.transact('photos', mode, request, (result) => result);
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    return fallback();
  }
}

/** Stores a photo until it is deleted. Rejects if the browser's storage can't be written. */
export async function storePhoto(photo: StoredPhoto): Promise<void> {
  await runRequest(
    'readwrite',
    (photos) => photos.put(photo),
    () => inMemory.set(photo.id, photo),
  );
}

/** Returns this user's photo, or null. Rejects if the browser's storage can't be read. */
export async function loadStoredPhoto(id: string, userId: string): Promise<Blob | null> {
  const photo = await runRequest(
    'readonly',
    (photos): IDBRequest<StoredPhoto | undefined> => photos.get(id),
    () => inMemory.get(id),
  );
  return photo && photo.userId === userId ? new Blob([photo.bytes], { type: photo.type }) : null;
}

/** Deletes photos that were uploaded or discarded. */
export async function deleteStoredPhotos(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await runRequest(
      'readwrite',
      (photos) => photos.delete(id),
      () => inMemory.delete(id),
    );
}
