import { useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { toastError } from '#platform/web/toast.ts';
import { downloadFile } from './download-file.ts';

/**
 * Saves one file at a time and reports a failure by its message, else by `failed`. `saving` is the file in
 * progress.
 */
export function useSaveFile<Kind extends string>(failed: string) {
  const errorMessage = useErrorMessage();
  const [saving, setSaving] = useState<Kind | null>(null);
  const save = async (kind: Kind, name: string, read: () => Promise<Blob>): Promise<void> => {
    if (saving) return;
    setSaving(kind);
    try {
      downloadFile(name, await read());
    } catch (error) {
      toastError(error instanceof ApiError ? errorMessage(error) : failed);
    }
    setSaving(null);
  };
  return { saving, save };
}
