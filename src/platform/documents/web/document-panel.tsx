import type { ReactNode } from 'react';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { NotAvailable, LoadFailed } from '#platform/web/layout/states.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { Fact } from './document-fields.ts';
import { documentMessages } from './messages.ts';
import { DocumentSendState } from './send-state.tsx';

interface DocumentPanelProps<T> {
  /** Query of the document. */
  query: { data: T | undefined; error: Error | null; refetch(): unknown };
  /** `gone`: message for a 404; a general message by default. */
  texts: { loading: string; failed: string; gone?: string };
  onClose(): void;
  /** Renders the document in a sheet (`DocumentSheet`). */
  children(document: T): ReactNode;
}

/** Panel of a document next to its list, with loading, missing and error states. */
export function DocumentPanel<T>({ query, texts, onClose, children }: DocumentPanelProps<T>) {
  const t = useMessages(documentMessages);
  const { data, error } = query;
  // A 404 on a refetch replaces even a loaded document, because edits can no longer be saved.
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
  /** Status, flags and other badges. */
  badges: ReactNode;
  /** Outbox key of the document; the state of its unsent actions is shown next to the badges. */
  outboxKey?: string;
  className?: string;
  /** Available actions. */
  footer: ReactNode;
  children: ReactNode;
}

/** Frame of a document: number, status and unsent actions at the top, actions at the bottom. */
export function DocumentSheet({
  number,
  badges,
  outboxKey,
  className,
  footer,
  children,
}: DocumentSheetProps) {
  return (
    <SheetContent
      title={number}
      description={
        <span className="flex flex-wrap items-center gap-2 pt-1">
          {badges}
          {outboxKey === undefined ? null : <DocumentSendState documentKey={outboxKey} />}
        </span>
      }
      footer={footer}
      {...(className === undefined ? {} : { className })}
    >
      {outboxKey === undefined ? children : <CellGrid name={outboxKey}>{children}</CellGrid>}
    </SheetContent>
  );
}

/** Header fields of a document in two columns; fields without a value are omitted. */
export function DocumentFacts({
  facts,
  fullWidthLabel,
}: {
  facts: readonly Fact[];
  fullWidthLabel?: string;
}) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className={label === fullWidthLabel ? 'col-span-2 min-w-0' : 'min-w-0'}>
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
