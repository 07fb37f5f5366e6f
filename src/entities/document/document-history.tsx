import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { HistoryEntry } from '#contract/document-schemas.ts';
import type { Collection } from '#domain/permissions.ts';
import { documentHistoryQuery } from '#src/collections/documents/history.ts';
import { formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useReasonText } from '#src/lib/reasons.ts';
import { documentMessages } from './messages.ts';

const none: readonly HistoryEntry[] = [];

/**
 * The steps of a document whose history does not travel within it, asked for again whenever the document was changed;
 * empty until they are there, and for servers that keep none.
 */
export function useDocumentHistory(
  collection: Collection,
  { _id, version }: { _id: string; version: number },
): readonly HistoryEntry[] {
  const { data, refetch } = useQuery(documentHistoryQuery(collection, _id));
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current === version) return;
    seen.current = version;
    void refetch();
  }, [version, refetch]);
  return data ?? none;
}

interface DocumentHistoryProps {
  entries: readonly HistoryEntry[];
  /** What the statuses are called; one that is not among them is shown as it came. */
  statuses: Readonly<Record<string, string>>;
  /** What stands behind a status, where several moves lead to it. */
  detail?(entry: HistoryEntry): string | undefined;
}

/** Who did what to a document and when, newest first; nothing where nobody has kept it. */
export function DocumentHistory({ entries, statuses, detail }: DocumentHistoryProps) {
  const t = useMessages(documentMessages);
  const reasonWords = useReasonText();
  if (entries.length === 0) return null;
  const wordFor = ({ from, to, verb }: HistoryEntry) => {
    if (from === null) return t.made;
    if (verb === 'comment') return t.commented;
    if (from === to) return t.changed;
    return Object.hasOwn(statuses, to) ? statuses[to] : to;
  };
  return (
    <section aria-label={t.history}>
      <h3 className="pb-2 font-semibold text-sm">{t.history}</h3>
      <ol className="flex flex-col gap-2 border-s ps-4 text-sm">
        {entries.toReversed().map((entry) => (
          <li key={`${entry.at} ${entry.from} ${entry.to} ${entry.reason}`}>
            <p>
              {[wordFor(entry), detail?.(entry)].filter(Boolean).join(': ')}
              <span className="text-muted-foreground">
                {entry.byName ? (
                  <>
                    {' · '}
                    <bdi>{entry.byName}</bdi>
                  </>
                ) : null}
                {' · '}
                <bdi>{formatInstant(entry.at)}</bdi>
              </span>
            </p>
            {entry.reason ? (
              <p className="text-muted-foreground">
                <bdi>“{reasonWords(entry)}”</bdi>
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
