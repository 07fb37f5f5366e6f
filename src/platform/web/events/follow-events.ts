import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { baseAddress } from '#platform/web/api/base-address.ts';
import { connectionStore, probeConnection } from '#platform/web/api/connection.ts';
import { type AnnouncedChange, recordStreamAlive, recordStreamLost } from '#platform/web/cache/background.ts';
import { endRefusedSession } from '#platform/web/cache/error-policy.ts';
import { anyCollection } from '#platform/web/cache/keys.ts';
import { electLeaderTab } from '#platform/web/outbox/leader-tab.ts';
import { sessionStore } from '#platform/web/session/session.ts';
import { maintainEventStream, deliveryGraceMs } from './event-stream.ts';
import type { StreamMessage } from './parse-events.ts';

const channelName = 'commissary-events';

/** Message by which the tab with the connection reports a heartbeat to the other tabs. */
const aliveMessage = 'alive';

/** Message that the connection is lost, so changes may have been missed. */
const lostMessage = 'lost';

/**
 * Added to a new tab's age when it requests missed changes from the connected tab, to allow for the delay
 * between tabs.
 */
const tabDelayMs = 1000;

/** A tab that gets the connection sooner than this after its start has only just loaded its data. */
const startupMs = 1000;

/** The changes to announce when some may have been missed: orders, the user's own permissions, and everything else. */
const everythingChanged: readonly AnnouncedChange[] = ['orders', 'user', anyCollection].map((collection) => ({
  collection,
}));

/**
 * Subscribes to server events while signed in. One tab has the connection and forwards changes only to tabs
 * of the same session, because a change may contain a row.
 *
 * @param onChange called in every tab with the change
 * @param onOpen called in the connected tab when the stream is open
 * @returns a function that unsubscribes
 */
export function followEvents(onChange: (change: AnnouncedChange) => void, onOpen: () => void): () => void {
  let subscription: { token: string; stop(): void } | null = null;
  const updateSubscription = () => {
    const session = sessionStore.get();
    const token = session.status === 'signed-in' ? session.token : null;
    if (token === (subscription?.token ?? null)) return;
    subscription?.stop();
    subscription =
      session.status === 'signed-in'
        ? { token: session.token, stop: subscribe(session, onChange, onOpen) }
        : null;
  };
  const unsubscribe = sessionStore.subscribe(updateSubscription);
  updateSubscription();
  return () => {
    unsubscribe();
    subscription?.stop();
  };
}

function subscribe(
  session: { token: string; startedAt: number },
  onChange: (change: AnnouncedChange) => void,
  onOpen: () => void,
): () => void {
  const channel = new BroadcastChannel(channelName);
  /**
   * Collections with changes that this tab has forwarded as the connected tab, with the time of the last
   * change (epoch ms).
   */
  const announcedAtByCollection = new Map<string, number>();
  /** Returns the maximum age of the data on screen: the time since page load or sign-in. */
  const ageMs = () => Math.max(0, Math.min(performance.now(), Date.now() - session.startedAt));
  const post = (change: AnnouncedChange) => channel.postMessage({ session: session.startedAt, change });
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const requestedMs = readNumberValue(readRecord(data)['sinceMs']);
    if (requestedMs !== null) {
      for (const [collection, announcedAt] of announcedAtByCollection)
        if (Date.now() - announcedAt <= requestedMs) post({ collection });
      return;
    }
    if (data === lostMessage) return handleLoss();
    recordStreamAlive();
    const { session: startedAt, change } = readRecord(data);
    const parsedChange = startedAt === session.startedAt ? readChange(change) : null;
    if (parsedChange) onChange(parsedChange);
  });
  let isStopped = false;
  const subscribedAt = Date.now();
  // The connected tab has received the changes between this tab's first responses and now.
  channel.postMessage({ sinceMs: ageMs() + tabDelayMs });
  const stopLeading = electLeaderTab(() => {
    // A tab that takes over has received everything up to the end of the previous tab's connection.
    let wasOpen = Date.now() - subscribedAt > startupMs;
    /**
     * When the stream was requested (`performance` time) and the tab's age then; null when it resumes after
     * the last message.
     */
    let streamRequest: { sentAt: number; ageMs: number } | null = null;
    const announce = (change: AnnouncedChange) => {
      announcedAtByCollection.set(change.collection, Date.now());
      onChange(change);
      post(change);
    };
    const stream = maintainEventStream({
      address: `${baseAddress(window.location)}/events`,
      token: session.token,
      ageMs() {
        streamRequest = { sentAt: performance.now(), ageMs: ageMs() };
        return streamRequest.ageMs;
      },
      onRefused: () => endRefusedSession(createSessionEndedError(session.startedAt)),
      onActivity() {
        recordStreamAlive();
        channel.postMessage(aliveMessage);
      },
      onLost() {
        // A stopped stream reports its loss shortly after the subscription has ended.
        if (isStopped) return;
        handleLoss();
        channel.postMessage(lostMessage);
      },
      onMessage(message) {
        const elapsedMs = streamRequest === null ? 0 : performance.now() - streamRequest.sentAt;
        const neededMs = streamRequest === null ? Number.POSITIVE_INFINITY : streamRequest.ageMs + elapsedMs;
        streamRequest = null;
        const changed =
          elapsedMs > deliveryGraceMs ? everythingChanged : readChanges(message, { wasOpen, neededMs });
        for (const change of changed) announce(change);
        wasOpen = true;
        onOpen();
      },
    });
    const unsubscribe = connectionStore.subscribe(() => {
      if (connectionStore.get().isAlive) stream.reconnectNow();
    });
    return () => {
      unsubscribe();
      stream.stop();
    };
  }, 'commissary-events');
  return () => {
    isStopped = true;
    stopLeading();
    channel.close();
  };
}

/** Resumes the timers that refetch orders, and checks the connection immediately. */
function handleLoss(): void {
  recordStreamLost();
  probeConnection();
}

/**
 * Returns the changes that a message announces. A new stream reports whether all missed messages will follow;
 * if not, everything may have changed.
 *
 * @param neededMs changes made within this time may be missing on screen
 */
function readChanges(
  { event, data }: StreamMessage,
  { wasOpen, neededMs }: { wasOpen: boolean; neededMs: number },
): readonly AnnouncedChange[] {
  if (event === 'ready') return (hasFullHistory(data, neededMs) ?? !wasOpen) ? [] : everythingChanged;
  if (event !== 'change') return [];
  try {
    const change = readChange(JSON.parse(data));
    if (change === null) return [];
    // The profile contains a user and the currency: it is refetched when users or currencies change.
    const affectsProfile = change.collection === 'users' || change.collection === 'currencies';
    return affectsProfile ? [change, { collection: 'user' }] : [change];
  } catch {
    return [];
  }
}

function readChange(value: unknown): AnnouncedChange | null {
  const { collection: collectionName, id: rowId, row } = readRecord(value);
  const [collection, id] = [readText(collectionName), readText(rowId)];
  if (collection === null) return null;
  return {
    collection,
    ...(id !== null && { id }),
    ...(row !== undefined && { row: row === null ? null : readRecord(row) }),
  };
}

function hasFullHistory(data: string, neededMs: number): boolean | null {
  try {
    const { isComplete, coveredMs } = readRecord(JSON.parse(data));
    // A history that is shorter than requested is sufficient if it covers this tab's age.
    return typeof isComplete === 'boolean'
      ? isComplete || (readNumberValue(coveredMs) ?? 0) >= neededMs
      : null;
  } catch {
    return null;
  }
}

function createSessionEndedError(sessionStartedAt: number): ApiError {
  return new ApiError({ code: 'UNAUTHENTICATED', status: 401, message: '', sessionStartedAt });
}
