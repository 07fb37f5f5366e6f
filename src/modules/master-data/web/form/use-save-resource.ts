import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { readCurrentRow, cacheWrittenRow, sendRow, readRowVersion } from '../queries/resource-writes.ts';
import { type ResourceRow, resourceRowQuery, type ResourceSource } from '../queries/resources.ts';
import { refetchProposals } from '#modules/reviews/web/queries.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { formMessages } from './messages.ts';

/** Result of saving a form. */
export type SaveResult =
  | { kind: 'saved'; row: ResourceRow }
  /** The change needs approval. */
  | { kind: 'proposed' }
  /** The user cancelled: nothing was sent, and the form is unchanged. */
  | { kind: 'unsent' }
  /** The server's message, and messages by field path (`deliveryDays.0.weekday`). */
  | { kind: 'refused'; message: string; fields: Readonly<Record<string, string>> }
  /** A version conflict with the current row. */
  | { kind: 'stale'; current: ResourceRow };

/** Creates a new row if a plain POST isn't sufficient. */
export interface CreateOverride {
  /** Throws `ApiError`. */
  create(values: JsonRecord, idempotencyKey: string): Promise<ResourceRow>;
  /** Returns the error message for a failure. */
  describeError(error: unknown): string;
}

/**
 * Returns the error message and what it means for the input: forms are not queued offline, and retrying after
 * a lost response doesn't create a second row.
 */
function describeFailure(error: unknown, message: string): string {
  if (!(error instanceof ApiError)) return message;
  const t = getMessages(formMessages).retained;
  return error.isNetwork
    ? `${message} ${t.network}`
    : error.status >= 500
      ? `${message} ${t.server}`
      : message;
}

/**
 * Saves rows of a collection: POST for a new row, PUT with `If-Match` for an existing one. For an existing
 * row, `values` contains only the changed fields. `creationKey` is the same for all attempts to save a new
 * row, so that it is created only once even if responses are lost. Never throws; failures are returned.
 * Lists, names and the row are refetched automatically.
 *
 * Can be used by any form for a REST collection: `useSaveResource({ collection: 'users', path: '/users' })`.
 */
export function useSaveResource(source: ResourceSource, override?: CreateOverride) {
  const t = useMessages(formMessages);
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const change = useRef({ key: '', request: '' });

  /** A retried change keeps its key; a different one is a separate action, protected by its version. */
  function getIdempotencyKey(row: ResourceRow | null, values: JsonRecord, creationKey: string): string {
    if (row === null) return creationKey;
    const request = JSON.stringify([row._id, readRowVersion(row), values]);
    if (change.current.request !== request) change.current = { key: newUuid(), request };
    return change.current.key;
  }

  async function save(row: ResourceRow | null, values: JsonRecord, creationKey: string): Promise<SaveResult> {
    setSaving(true);
    try {
      const idempotencyKey = getIdempotencyKey(row, values, creationKey);
      const ifMatch = row && readRowVersion(row);
      const saved =
        row === null && override
          ? await override.create(values, idempotencyKey)
          : await sendRow(source, row?._id ?? null, values, { idempotencyKey, ifMatch });
      if (saved === null) {
        void refetchProposals(queryClient);
        return { kind: 'proposed' };
      }
      cacheWrittenRow(queryClient, source, saved);
      return { kind: 'saved', row: saved };
    } catch (error) {
      const current = readCurrentRow(error) ?? (await reloadRow(error, row));
      if (current) return { kind: 'stale', current };
      const message =
        row === null && override ? override.describeError(error) : getErrorMessage(error, t.failed);
      const wasSavedBefore = error instanceof ApiError && error.code === 'IDEMPOTENCY_MISMATCH';
      const fields = error instanceof ApiError ? error.fields : {};
      return {
        kind: 'refused',
        message: wasSavedBefore ? t.alreadySaved : describeFailure(error, message),
        fields,
      };
    } finally {
      setSaving(false);
    }
  }

  /** Fetches the current row after a version conflict, for servers that don't return it with the error. */
  async function reloadRow(error: unknown, row: ResourceRow | null): Promise<ResourceRow | null> {
    if (!(error instanceof ApiError) || error.status !== 412 || row === null) return null;
    return queryClient.fetchQuery({ ...resourceRowQuery(source, row._id), staleTime: 0 }).catch(() => null);
  }

  return { save, isSaving };
}
