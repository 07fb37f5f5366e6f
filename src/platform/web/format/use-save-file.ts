import { useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useErrorMessage } from '#platform/web/api/localize-error.ts';
import { toastError } from '#platform/web/toast.ts';
import { downloadFile } from './download-file.ts';

/**
 * Saves one file at a time and reports failures with the error's message, or `failureMessage` if it has none.
 * `saving` is the file in progress.
 */
export function useSaveFile<Kind extends string>(failureMessage: string) {
  const errorMessage = useErrorMessage();
  const [saving, setSaving] = useState<Kind | null>(null);
  const save = async (kind: Kind, name: string, fetchFile: () => Promise<Blob>): Promise<void> => {
    if (saving) return;
    setSaving(kind);
    try {
      downloadFile(name, await fetchFile());
    } catch (error) {
      toastError(error instanceof ApiError ? errorMessage(error) : failureMessage);
    }
    setSaving(null);
  };
  return { saving, save };
}
