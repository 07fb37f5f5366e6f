import { CircleCheck, RotateCw, TriangleAlert, X } from 'lucide-react';
import { Button } from '#platform/web/ui/button.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useStore } from '#platform/web/store.ts';
import { galleryMessages } from './messages.ts';
import { isActiveUpload, type UploadEntry, type Uploads } from './uploads.ts';

interface UploadListProps {
  uploads: Uploads;
  /** Opens an uploaded picture; if omitted, no button is shown. */
  onOpen?: (id: string) => void;
}

/** List of uploads with progress, errors and actions. */
export function UploadList({ uploads, onOpen }: UploadListProps) {
  const t = useMessages(galleryMessages);
  const entries = useStore(uploads.store);
  if (entries.length === 0) return null;
  const activeCount = entries.filter(isActiveUpload).length;
  const finished = formatCount(entries.length - activeCount);
  const total = formatCount(entries.length);
  return (
    <section aria-label={t.uploads} className="mb-4 rounded-lg border bg-card">
      <header className="flex items-center gap-3 border-b px-3 py-2">
        <p role="status" className="flex-1 font-medium text-sm">
          {activeCount > 0 ? t.uploadsActive(finished, total) : t.uploadsDone(total)}
        </p>
        <Button size="sm" variant="ghost" disabled={activeCount === entries.length} onClick={uploads.clear}>
          {t.clearUploads}
        </Button>
      </header>
      <ul className="max-h-64 divide-y overflow-y-auto">
        {entries.map((entry) => (
          <UploadLine key={entry.key} entry={entry} uploads={uploads} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function UploadLine({ entry, uploads, onOpen }: { entry: UploadEntry } & UploadListProps) {
  const t = useMessages(galleryMessages);
  const { key, file, state, sent, message, picture } = entry;
  const hasFailed = state === 'refused' || state === 'failed';
  return (
    <li className="flex min-h-11 items-center gap-3 px-3 py-1.5 text-sm">
      {state === 'done' || state === 'duplicate' ? (
        <CircleCheck className="size-4 shrink-0 text-status-green" aria-hidden="true" />
      ) : hasFailed ? (
        <TriangleAlert className="size-4 shrink-0 text-destructive" aria-hidden="true" />
      ) : (
        <span className="size-4 shrink-0" />
      )}
      <div className="min-w-0 flex-1">
        <bdi className="block truncate text-left rtl:text-right">{file.name}</bdi>
        {state === 'sending' ? (
          <progress className="block h-1.5 w-full accent-primary" aria-label={file.name} value={sent} />
        ) : (
          <p className={hasFailed ? 'text-destructive text-xs' : 'text-muted-foreground text-xs'}>
            {message ?? (picture && state === 'duplicate' ? t.duplicateOf(picture.name) : t.states[state])}
          </p>
        )}
      </div>
      {picture && onOpen ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t.openPicture(picture.name)}
          onClick={() => onOpen(picture._id)}
        >
          {t.open}
        </Button>
      ) : null}
      {isActiveUpload(entry) ? (
        <Button
          size="icon"
          variant="ghost"
          aria-label={t.cancelUpload(file.name)}
          onClick={() => uploads.cancel(key)}
        >
          <X aria-hidden="true" />
        </Button>
      ) : state === 'failed' || state === 'cancelled' ? (
        <Button
          size="icon"
          variant="ghost"
          aria-label={t.retryUpload(file.name)}
          onClick={() => uploads.retry(key)}
        >
          <RotateCw aria-hidden="true" />
        </Button>
      ) : null}
    </li>
  );
}
