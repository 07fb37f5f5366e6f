import { openDB } from 'idb';

/** A photo that the server does not have yet, on the device of who took it. */
export interface KeptPhoto {
  id: string;
  userId: string;
  type: string;
  bytes: ArrayBuffer;
  /** When it was taken (epoch ms). */
  at: number;
}

interface PhotoStore {
  put(photo: KeptPhoto): Promise<unknown>;
  get(id: string): Promise<KeptPhoto | undefined>;
  delete(id: string): Promise<unknown>;
}

let opened: Promise<PhotoStore> | null = null;

/** The device's store; where the browser refuses it (private mode), one that lives in memory. */
function store(): Promise<PhotoStore> {
  opened ??= open().catch(() => {
    const photos = new Map<string, KeptPhoto>();
    return {
      put: async (photo) => photos.set(photo.id, photo),
      get: async (id) => photos.get(id),
      delete: async (id) => photos.delete(id),
    };
  });
  return opened;
}

async function open(): Promise<PhotoStore> {
  const database = await openDB<{ photos: { key: string; value: KeptPhoto } }>('commissary-photos', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('photos', { keyPath: 'id' }),
  });
  return {
    put: (photo) => database.put('photos', photo),
    get: (id) => database.get('photos', id),
    delete: (id) => database.delete('photos', id),
  };
}

/** Keeps a photo until it is dropped. Rejects where the device has no room for it. */
export async function keepPhoto(photo: KeptPhoto): Promise<void> {
  await (await store()).put(photo);
}

/** A photo that is kept here for this person, or null. */
export async function keptPhoto(id: string, userId: string): Promise<Blob | null> {
  const photo = await (await store()).get(id);
  return photo && photo.userId === userId ? new Blob([photo.bytes], { type: photo.type }) : null;
}

/** Forgets photos: the server has them, or nobody wants them any more. */
export async function dropPhotos(ids: readonly string[]): Promise<void> {
  const photos = await store();
  for (const id of ids) await photos.delete(id);
}
