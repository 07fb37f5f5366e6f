import { maxPictureBytes, detectOtherFileKind, detectPictureKind, signatureBytes } from '../picture-rules.ts';
import { addPicture, type Picture, invalidateGallery } from '#modules/gallery/web/queries.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { createStore } from '#platform/web/store.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { galleryMessages } from './messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * - done: added to the gallery; duplicate: was already in the gallery
 * - refused: can't be accepted; failed: a retry may succeed
 */
type UploadState = 'waiting' | 'sending' | 'done' | 'duplicate' | 'refused' | 'failed' | 'cancelled';

export interface UploadEntry {
  /** Also used as the idempotency key, so that a retried file is added only once. */
  key: string;
  file: File;
  state: UploadState;
  /** Fraction already sent, 0 to 1. */
  sent: number;
  /** Why the file was rejected or the upload failed. */
  message: string | null;
  picture: Picture | null;
}

const maxUploads = 2;

/** Uploads files to the gallery, two at a time; each succeeds or fails independently. */
function createUploads({ onDone }: { onDone(picture: Picture): void }) {
  const store = createStore<readonly UploadEntry[]>([]);
  const running = new Map<string, AbortController>();

  const set = (key: string, change: Partial<UploadEntry>) =>
    store.set(store.get().map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));

  function startNext(): void {
    const nextEntry = store.get().find(({ key, state }) => state === 'waiting' && !running.has(key));
    if (!nextEntry || running.size >= maxUploads) return;
    running.set(nextEntry.key, new AbortController());
    void send(nextEntry).finally(() => {
      running.delete(nextEntry.key);
      startNext();
    });
    startNext();
  }

  async function send({ key, file }: UploadEntry): Promise<void> {
    const signal = (running.get(key) as AbortController).signal;
    const refusal = await findRefusal(file);
    if (refusal) return set(key, { state: 'refused', message: refusal });
    set(key, { state: 'sending', sent: 0, message: null });
    try {
      const onProgress = (sent: number) => set(key, { sent });
      const { picture, isDuplicate } = await addPicture(file, { idempotencyKey: key, signal, onProgress });
      set(key, { state: isDuplicate ? 'duplicate' : 'done', sent: 1, picture });
      onDone(picture);
    } catch (error) {
      if (signal.aborted) set(key, { state: 'cancelled' });
      else set(key, toFailedState(error));
    }
  }

  return {
    store,
    add(files: readonly File[]): void {
      const added = files.map(
        (file): UploadEntry => ({
          key: newUuid(),
          file,
          state: 'waiting',
          sent: 0,
          message: null,
          picture: null,
        }),
      );
      store.set([...store.get(), ...added]);
      startNext();
    },
    cancel(key: string): void {
      const controller = running.get(key);
      if (controller) controller.abort();
      else set(key, { state: 'cancelled' });
    },
    retry(key: string): void {
      set(key, { state: 'waiting', sent: 0, message: null });
      startNext();
    },
    /** Removes finished uploads from the list. */
    clear(): void {
      store.set(store.get().filter(isActiveUpload));
    },
    /** Cancels all uploads. */
    stop(): void {
      store.set(store.get().filter(({ state }) => state !== 'waiting'));
      for (const controller of running.values()) controller.abort();
    },
  };
}

export type Uploads = ReturnType<typeof createUploads>;

export const isActiveUpload = ({ state }: UploadEntry) => state === 'waiting' || state === 'sending';

/** Returns the error with which the server would reject a file; null if it would accept the file. */
async function findRefusal(file: File): Promise<string | null> {
  const t = getMessages(galleryMessages).refusals;
  if (file.size === 0) return t.empty;
  if (file.size > maxPictureBytes) return t.tooLarge;
  const header = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer());
  if (detectPictureKind(header) !== null) return null;
  const otherKind = detectOtherFileKind(header);
  if (otherKind === 'HEIC') return t.heic;
  return otherKind === null ? t.noPicture : t.otherKind(otherKind);
}

function toFailedState(error: unknown): Pick<UploadEntry, 'state' | 'message'> {
  const isFinal = error instanceof ApiError && [403, 413, 422].includes(error.status);
  const message = getErrorMessage(error, getMessages(galleryMessages).uploadFailed);
  return { state: isFinal ? 'refused' : 'failed', message };
}

/** Manages a screen's uploads; unfinished ones are cancelled on unmount. */
export function useUploads(onDone?: (picture: Picture) => void): Uploads {
  const queryClient = useQueryClient();
  const [uploads] = useState(() =>
    createUploads({
      onDone(picture) {
        invalidateGallery(queryClient);
        onDone?.(picture);
      },
    }),
  );
  useEffect(() => () => uploads.stop(), [uploads]);
  return uploads;
}
