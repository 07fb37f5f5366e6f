import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { HistoryEntry } from '../document-shapes.ts';
import type { Collection } from '#core/permissions.ts';
import { documentHistoryQuery } from './queries/history.ts';
import { formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { documentMessages } from './messages.ts';

const noEntries: readonly HistoryEntry[] = [];

/**
 * Loads a document's history separately from the document and refetches it whenever the document changes.
 * Empty until loaded, and on servers without histories.
 */
export function useDocumentHistory(
  collection: Collection,
  { _id, version }: { _id: string; version: number },
): readonly HistoryEntry[] {
  const { data, refetch } = useQuery(documentHistoryQuery(collection, _id));
  const lastVersion = useRef(version);
  useEffect(() => {
    if (lastVersion.current === version) return;
    lastVersion.current = version;
    void refetch();
  }, [version, refetch]);
  return data ?? noEntries;
}

interface DocumentHistoryProps {
  entries: readonly HistoryEntry[];
  /** Status labels; unknown statuses are shown as sent. */
  statuses: Readonly<Record<string, string>>;
  /** Additional text for a status that several transitions lead to. */
  detail?(entry: HistoryEntry): string | undefined;
}

/** Document history with users and times, newest first; renders nothing if there are no entries. */
export function DocumentHistory({ entries, statuses, detail }: DocumentHistoryProps) {
  const t = useMessages(documentMessages);
  const formatReason = useReasonText();
  if (entries.length === 0) return null;
  const getStepLabel = ({ from, to, verb }: HistoryEntry) => {
    if (from === null) return t.created;
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
              {[getStepLabel(entry), detail?.(entry)].filter(Boolean).join(': ')}
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
                <bdi>“{formatReason(entry)}”</bdi>
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
