import type { ReactNode } from 'react';
import { CellGrid } from '#src/components/form/cell-grid.tsx';
import { NotAvailable, LoadFailed } from '#src/components/layout/states.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { documentMessages } from './messages.ts';
import { DocumentSendState } from './send-state.tsx';

interface DocumentPanelProps<T> {
  /** The query of the one document. */
  query: { data: T | undefined; error: Error | null; refetch(): unknown };
  /** `gone`: what is said where the server has no such document for this person; else in words for any. */
  texts: { loading: string; failed: string; gone?: string };
  onClose(): void;
  /** The document in a sheet (`DocumentSheet`). */
  children(document: T): ReactNode;
}

/** One document beside the list that it came from: while it loads, where it is not there, and when it is. */
export function DocumentPanel<T>({ query, texts, onClose, children }: DocumentPanelProps<T>) {
  const t = useMessages(documentMessages);
  const { data, error } = query;
  // Also while it is open: what is typed over it can go nowhere any more.
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      {data !== undefined && !isGone ? (
        children(data)
      ) : (
        <SheetContent title={error ? texts.failed : texts.loading}>
          {isGone ? (
            <NotAvailable title={texts.gone ?? t.gone} />
          ) : error ? (
            <LoadFailed title={texts.failed} error={error} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonRows label={texts.loading} />
          )}
        </SheetContent>
      )}
    </Dialog>
  );
}

interface DocumentSheetProps {
  number: string;
  /** Its status, flags, and what else tells it from others at a glance. */
  marks: ReactNode;
  /** The document by its key in the outbox: where what this person did to it stands is shown beside the marks. */
  sendKey?: string;
  className?: string;
  /** What can be done with it. */
  footer: ReactNode;
  children: ReactNode;
}

/** The frame of a document: its number, its status and what waits to be sent above, what can be done below. */
export function DocumentSheet({ number, marks, sendKey, className, footer, children }: DocumentSheetProps) {
  return (
    <SheetContent
      title={number}
      description={
        <span className="flex flex-wrap items-center gap-2 pt-1">
          {marks}
          {sendKey === undefined ? null : <DocumentSendState documentKey={sendKey} />}
        </span>
      }
      footer={footer}
      {...(className === undefined ? {} : { className })}
    >
      {sendKey === undefined ? children : <CellGrid name={sendKey}>{children}</CellGrid>}
    </SheetContent>
  );
}

/** What stands on the head of a document, in two columns; what is not known is left out. */
export function DocumentFacts({ facts, wide }: { facts: [string, string | null][]; wide?: string }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className={label === wide ? 'col-span-2 min-w-0' : 'min-w-0'}>
            <dt className="text-muted-foreground text-xs">{label}</dt>
            <dd className="break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
