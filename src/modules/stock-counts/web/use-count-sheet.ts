import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { CountEvent } from '../input.ts';
import { type CountLine, type CountProgress, recordedCount } from '../shapes.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { isOpenForEntries } from '../status.ts';
import {
  type CountSheet,
  countKey,
  countProgressQuery,
  countSheetQuery,
  enterCountAction,
  mergeLines,
  fetchNewLines,
} from './queries.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';
import { connectionStore } from '#platform/web/api/connection.ts';
import { enqueueOrToast } from '#platform/web/outbox/outbox.ts';
import type { OutboxEntry } from '#platform/web/outbox/entry.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { buildEntryDraft } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { nextEntryNumber } from './entry-numbers.ts';
import { type DeviceEntries, mergeEntries } from './merge-entries.ts';

/** Polling interval in ms if no events arrive, so that the book quantity shown isn't older than this. */
const pollIntervalMs = 20_000;

/** Loads a count and merges later changes and this device's entries into it. */
export function useCountSheet(id: string) {
  const user = useUser();
  const sheet = useQuery({
    ...countSheetQuery(id),
    // An event reports when a large count has been posted; polling covers missed events.
    refetchInterval: ({ state }) => ((state.data?.toPost ?? 0) > 0 ? pollIntervalMs : false),
  });
  const isOpen = isOpenForEntries(sheet.data?.status ?? '');
  const progress = useQuery({
    ...countProgressQuery(id),
    enabled: sheet.data !== undefined,
    ...(isOpen && { refetchInterval: pollIntervalMs }),
  });
  useRefetchOnChange(id, sheet.data, progress.data, () => void sheet.refetch());
  const deviceEntries = useDeviceEntries(id);
  const lines = useMemo(
    () =>
      mergeEntries(sheet.data?.items ?? [], deviceEntries, {
        userId: user._id,
        userName: user.name,
      }),
    [sheet.data?.items, deviceEntries, user],
  );

  const count = sheet.data;
  const latestProgress = progress.data ?? count?.progress;
  const progressLoadedAt = progress.dataUpdatedAt;
  /** Stores an entry on this device and sends it in the background. */
  const enter = useCallback(
    (entry: Pick<CountEvent, 'mode'> & Partial<CountEvent>, line: CountLine | null): void => {
      if (!count) return;
      const now = Date.now();
      const isFresh = now - progressLoadedAt < 2 * pollIntervalMs || !connectionStore.get().isAlive;
      const event: CountEvent = {
        ...nextEntryNumber(now),
        ...(line && { lineId: line.lineId, lastSeenSeq: line.lastEntrySeq }),
        ...entry,
        ...(latestProgress && isFresh && { bookSeq: latestProgress.bookSeq }),
      };
      enqueueOrToast(buildEntryDraft(enterCountAction, { count, event }));
    },
    [count, latestProgress, progressLoadedAt],
  );

  return { sheet, progress: latestProgress, lines, enter };
}

/** Loads the changes of a count: lines with newer entries, or the whole sheet after a decision. */
function useRefetchOnChange(
  id: string,
  sheet: CountSheet | undefined,
  progress: CountProgress | undefined,
  reloadSheet: () => void,
): void {
  const queryClient = useQueryClient();
  const loadedEntrySeq = useRef(0);
  const isLoading = useRef(false);
  /**
   * Number of lines when the sheet was last reloaded for added lines, to avoid endless requests if the server
   * reports more lines than it returns.
   */
  const requestedLineCount = useRef(0);
  /** Number of lines with open questions at the last reload triggered by a change of that number. */
  const lastQuestionCount = useRef<number | null>(null);
  const sheetEntrySeq = sheet?.progress?.lastEntrySeq ?? getLastEntrySeq(sheet?.items ?? []);
  const checkProgress = useEffectEvent(() => {
    if (!sheet || !progress || isLoading.current) return;
    loadedEntrySeq.current = Math.max(loadedEntrySeq.current, sheetEntrySeq);
    const { lastEntrySeq, version, status, lines, toPost, openQuestionLines } = progress;
    const hasNewStatus = version === sheet.version && status !== sheet.status;
    // Lines that were added but not counted have no entry, so they aren't included in new lines.
    const hasMoreLines =
      lastEntrySeq <= loadedEntrySeq.current &&
      lines > Math.max(sheet.items.length, requestedLineCount.current);
    if (hasMoreLines) requestedLineCount.current = lines;
    const isPostingFinished = sheet.toPost > 0 && toPost === 0;
    // A late movement or a concurrent issue adds or removes questions.
    const isQuestionCountChanged = openQuestionLines !== sheet.openQuestionLines;
    const hasNewQuestionCount = isQuestionCountChanged && openQuestionLines !== lastQuestionCount.current;
    lastQuestionCount.current = isQuestionCountChanged ? openQuestionLines : null;
    // During review, movements may add questions to a line that already has one.
    const hasMoved = sheet.status === 'Submitted' && progress.bookSeq > (sheet.progress?.bookSeq ?? Infinity);
    const isOutdated =
      version > sheet.version ||
      hasNewStatus ||
      hasMoreLines ||
      isPostingFinished ||
      hasNewQuestionCount ||
      hasMoved;
    if (isOutdated) return reloadSheet();
    if (lastEntrySeq <= loadedEntrySeq.current) return;
    isLoading.current = true;
    void fetchNewLines(id, loadedEntrySeq.current)
      .then(
        (lines) => {
          mergeLines(queryClient, id, lines);
          loadedEntrySeq.current = Math.max(loadedEntrySeq.current, lastEntrySeq);
        },
        // The next progress check retries.
        () => undefined,
      )
      .finally(() => {
        isLoading.current = false;
      });
  });
  useEffect(() => checkProgress(), [id, sheet?.version, sheet?.status, sheetEntrySeq, progress]);
}

const getLastEntrySeq = (lines: readonly CountLine[]) =>
  lines.reduce((max, { lastEntrySeq }) => Math.max(max, lastEntrySeq), 0);

/** Parsed responses by outbox entry key, because the queue recreates its entries on every change. */
const parsedResponses = new Map<string, DeviceEntries>();
/** Enough for a long day; the cache is cleared when it is full. */
const maxCachedResponses = 2000;

/** Returns this device's entries of a count that are still in the queue, oldest first. */
function useDeviceEntries(id: string): DeviceEntries[] {
  const outbox = useOutbox();
  return useMemo(() => outbox.filter(isEntryOn(countKey(id))).map(toDeviceEntries), [outbox, id]);
}

function toDeviceEntries(entry: OutboxEntry): DeviceEntries {
  const events = parseEvents(entry);
  const { createdAt } = entry;
  if (entry.state !== 'sent')
    return { events, createdAt, response: null, isRefused: entry.state === 'needs-attention' };
  const parsed = parsedResponses.get(entry.id) ?? {
    events,
    createdAt,
    response: readObject(recordedCount, entry.response).items,
    isRefused: false,
  };
  if (parsedResponses.size >= maxCachedResponses) parsedResponses.clear();
  parsedResponses.set(entry.id, parsed);
  return parsed;
}

const isEntryOn = (key: string) => (entry: OutboxEntry) =>
  entry.kind === enterCountAction.kind && entry.documentKey === key;

function parseEvents({ body }: OutboxEntry): CountEvent[] {
  const { events } = readRecord(body);
  return Array.isArray(events) ? (events as CountEvent[]) : [];
}
