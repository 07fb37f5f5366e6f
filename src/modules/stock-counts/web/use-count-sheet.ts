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

/**
 * Polling interval in ms while no events arrive; older data is not presented as the current book quantity.
 */
const checkEveryMs = 20_000;

/** Loads a count and merges later news and this device's entries into it. */
export function useCountSheet(id: string) {
  const user = useUser();
  const sheet = useQuery({
    ...countSheetQuery(id),
    // The posting of a large count is announced by an event; without events it is polled.
    refetchInterval: ({ state }) => ((state.data?.toPost ?? 0) > 0 ? checkEveryMs : false),
  });
  const isOpen = isOpenForEntries(sheet.data?.status ?? '');
  const progress = useQuery({
    ...countProgressQuery(id),
    enabled: sheet.data !== undefined,
    ...(isOpen && { refetchInterval: checkEveryMs }),
  });
  useRefetchOnNews(id, sheet.data, progress.data, () => void sheet.refetch());
  const entered = useDeviceEntries(id);
  const lines = useMemo(
    () =>
      mergeEntries(sheet.data?.items ?? [], entered, {
        userId: user._id,
        userName: user.name,
      }),
    [sheet.data?.items, entered, user],
  );

  const count = sheet.data;
  const latestProgress = progress.data ?? count?.progress;
  const lookedAt = progress.dataUpdatedAt;
  /** Stores an entry on this device and sends it in the background. */
  const enter = useCallback(
    (what: Pick<CountEvent, 'mode'> & Partial<CountEvent>, line: CountLine | null): void => {
      if (!count) return;
      const now = Date.now();
      const isFresh = now - lookedAt < 2 * checkEveryMs || !connectionStore.get().isAlive;
      const event: CountEvent = {
        ...nextEntryNumber(now),
        ...(line && { lineId: line.lineId, seen: line.newest }),
        ...what,
        ...(latestProgress && isFresh && { bookSeq: latestProgress.bookSeq }),
      };
      enqueueOrToast(buildEntryDraft(enterCountAction, { count, event }));
    },
    [count, latestProgress, lookedAt],
  );

  return { sheet, progress: latestProgress, lines, enter };
}

/** Loads what changed in a count: lines with newer entries, or everything after a decision. */
function useRefetchOnNews(
  id: string,
  sheet: CountSheet | undefined,
  progress: CountProgress | undefined,
  readAgain: () => void,
): void {
  const queryClient = useQueryClient();
  const upTo = useRef(0);
  const isReading = useRef(false);
  /**
   * Number of lines at the last reload for added lines, so that a server that reports more lines than it
   * returns isn't queried forever.
   */
  const askedFor = useRef(0);
  /** Number of lines with questions at the last reload for them. */
  const askingSeen = useRef<number | null>(null);
  const newestLoaded = sheet?.progress?.newest ?? newestOf(sheet?.items ?? []);
  const look = useEffectEvent(() => {
    if (!sheet || !progress || isReading.current) return;
    upTo.current = Math.max(upTo.current, newestLoaded);
    const { newest, version, status, lines, toPost, asking } = progress;
    const isMoved = version === sheet.version && status !== sheet.status;
    // Lines that were added but not counted have no entry that would load them.
    const isLonger = newest <= upTo.current && lines > Math.max(sheet.items.length, askedFor.current);
    if (isLonger) askedFor.current = lines;
    const isPosted = sheet.toPost > 0 && toPost === 0;
    // A late movement or a concurrent issue adds or removes questions.
    const isAsking = asking !== sheet.asking && asking !== askingSeen.current;
    askingSeen.current = asking === sheet.asking ? null : asking;
    // During review, movements may add questions to a line that already has one.
    const hasMoved = sheet.status === 'Submitted' && progress.bookSeq > (sheet.progress?.bookSeq ?? Infinity);
    const isOld = version > sheet.version || isMoved || isLonger || isPosted || isAsking || hasMoved;
    if (isOld) return readAgain();
    if (newest <= upTo.current) return;
    isReading.current = true;
    void fetchNewLines(id, upTo.current)
      .then(
        (lines) => {
          mergeLines(queryClient, id, lines);
          upTo.current = Math.max(upTo.current, newest);
        },
        // The next progress check tries again.
        () => undefined,
      )
      .finally(() => {
        isReading.current = false;
      });
  });
  useEffect(() => look(), [id, sheet?.version, sheet?.status, newestLoaded, progress]);
}

const newestOf = (lines: readonly CountLine[]) => lines.reduce((max, { newest }) => Math.max(max, newest), 0);

/** Parsed responses by outbox entry key, because the queue recreates its entries on every change. */
const answersRead = new Map<string, DeviceEntries>();
/** Enough for a long day; then responses are parsed again. */
const maxCachedAnswers = 2000;

/** Returns this device's entries of a count that are still in the queue, oldest first. */
function useDeviceEntries(id: string): DeviceEntries[] {
  const outbox = useOutbox();
  return useMemo(() => outbox.filter(isEntryOn(countKey(id))).map(enteredBy), [outbox, id]);
}

function enteredBy(entry: OutboxEntry): DeviceEntries {
  const events = eventsIn(entry);
  const { createdAt } = entry;
  if (entry.state !== 'sent')
    return { events, createdAt, answer: null, isRefused: entry.state === 'needs-attention' };
  const parsed = answersRead.get(entry.id) ?? {
    events,
    createdAt,
    answer: readObject(recordedCount, entry.answer).items,
    isRefused: false,
  };
  if (answersRead.size >= maxCachedAnswers) answersRead.clear();
  answersRead.set(entry.id, parsed);
  return parsed;
}

const isEntryOn = (key: string) => (entry: OutboxEntry) =>
  entry.kind === enterCountAction.kind && entry.documentKey === key;

function eventsIn({ body }: OutboxEntry): CountEvent[] {
  const { events } = readRecord(body);
  return Array.isArray(events) ? (events as CountEvent[]) : [];
}
