import { useQuery, useQueryClient } from '@tanstack/react-query';
import { maxAttachments } from '#modules/documents/attachable.ts';
import {
  attachmentsQuery,
  attachPhotoAction,
  type DocumentPhoto,
  getPhotoPath,
  removePhoto,
} from './queries.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { OutboxEntry } from '#platform/web/outbox/entry.ts';
import { enqueueOrToast } from '#platform/web/outbox/outbox.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { buildEntryDraft } from '#platform/web/outbox/use-outbox.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { AddPhotos } from './add-photos.tsx';
import { attachmentMessages } from './messages.ts';
import { StoredPhotoThumb, SentPhoto } from './photo-thumbs.tsx';

interface AttachmentsProps {
  document: Omit<DocumentPhoto, 'lineId'>;
  /** Photos of one line, or null for those of the document as a whole; all if omitted. */
  lineId?: string | null;
  /** Name of the line's item. */
  subject?: string;
  /** Names of the lines, if photos of all lines are shown. */
  lines?: readonly { lineId: string; itemName: string }[];
  /** Whether the user may add photos now. */
  canAdd: boolean;
  /** Shows a heading; nothing is rendered if there is neither a photo nor a way to add one. */
  hasTitle?: boolean;
}

/**
 * Photos of a document or of one of its lines, as thumbnails that open full size; users can remove their own.
 * New photos are stored on the device, shown immediately, and sent once by the outbox.
 */
export function Attachments({
  document,
  lineId,
  subject,
  lines = [],
  canAdd,
  hasTitle = false,
}: AttachmentsProps) {
  const t = useMessages(attachmentMessages);
  const queryClient = useQueryClient();
  const { docType, docId } = document;
  const { data } = useQuery({ ...attachmentsQuery(docType, docId), refetchOnMount: 'always' });
  const unsentEntries = useOutbox().filter((entry) => isUnsentPhotoOf(entry, document));
  const isIncluded = (line: unknown) => lineId === undefined || (line ?? null) === lineId;
  const sentPhotos = data?.filter((photo) => isIncluded(photo.lineId)) ?? [];
  const pendingEntries = unsentEntries.filter((entry) => isIncluded(readRecord(entry.body)['lineId']));
  const remaining = maxAttachments - (data?.length ?? 0) - unsentEntries.length;
  // Other servers may not support photos.
  if (data === null || (!canAdd && sentPhotos.length + pendingEntries.length === 0)) return null;
  const getSubject = (line: unknown) =>
    subject ?? lines.find(({ lineId: id }) => id === line)?.itemName ?? document.number;

  async function remove(id: string): Promise<void> {
    try {
      await removePhoto(queryClient, docType, docId, id);
      toast(t.removed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(getErrorMessage(error));
    }
  }

  return (
    <section
      aria-label={subject === undefined ? t.title : `${t.title}: ${subject}`}
      className="flex flex-col gap-2"
    >
      {hasTitle ? <h3 className="font-semibold text-sm">{t.title}</h3> : null}
      {sentPhotos.length + pendingEntries.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {sentPhotos.map((photo) => (
            <li key={photo._id}>
              <SentPhoto
                path={getPhotoPath(docType, docId, photo._id)}
                name={t.photo(getSubject(photo.lineId), photo.createdByName, formatInstant(photo.createdAt))}
                onRemove={photo.canRemove ? () => void remove(photo._id) : undefined}
              />
            </li>
          ))}
          {pendingEntries.map((entry) => {
            const state = entry.state === 'sent' ? 'sending' : entry.state;
            return (
              <li key={entry.id}>
                <StoredPhotoThumb
                  photo={entry.photo ?? ''}
                  name={t.waiting(getSubject(readRecord(entry.body)['lineId']), t.states[state])}
                >
                  {t.states[state]}
                </StoredPhotoThumb>
              </li>
            );
          })}
        </ul>
      ) : null}
      {canAdd ? (
        <AddPhotos
          subject={subject}
          remaining={remaining}
          maxCount={maxAttachments}
          onStored={(photos) => {
            for (const photo of photos)
              enqueueOrToast(
                buildEntryDraft(attachPhotoAction, { ...document, lineId: lineId ?? null, photo }),
              );
          }}
        />
      ) : null}
    </section>
  );
}

/** Returns the lines of a document with a photo added after `since`, or still unsent on this device. */
export function useLinesWithPhoto(
  document: Omit<DocumentPhoto, 'lineId'>,
  since: string | null,
): ReadonlySet<string> {
  const { data } = useQuery(attachmentsQuery(document.docType, document.docId));
  const recentPhotos = (data ?? []).filter(({ createdAt }) => createdAt >= (since ?? ''));
  const unsentEntries = useOutbox().filter((entry) => isUnsentPhotoOf(entry, document));
  const unsentPhotos = unsentEntries.map(({ body }) => readRecord(body));
  const lines = [...recentPhotos, ...unsentPhotos].map(({ lineId }) => lineId);
  return new Set(lines.filter((line): line is string => typeof line === 'string'));
}

function isUnsentPhotoOf(entry: OutboxEntry, { docType, docId }: Omit<DocumentPhoto, 'lineId'>): boolean {
  const body = readRecord(entry.body);
  return (
    entry.kind === attachPhotoAction.kind &&
    entry.state !== 'sent' &&
    body['docType'] === docType &&
    body['docId'] === docId
  );
}
