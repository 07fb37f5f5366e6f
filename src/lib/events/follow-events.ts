import { readNumberValue, readRecord, readText } from '#contract/tolerant.ts';
import { ApiError } from '../api/api-error.ts';
import { baseAddress } from '../api/base-address.ts';
import { connectionStore, probeConnection } from '../api/connection.ts';
import { type AnnouncedChange, noteStreamAlive, noteStreamLost } from '../cache/background.ts';
import { endRefusedSession } from '../cache/error-policy.ts';
import { anyCollection } from '../cache/keys.ts';
import { electLeaderTab } from '../outbox/leader-tab.ts';
import { sessionStore } from '../session/session.ts';
import { maintainEventStream, deliveryGraceMs } from './event-stream.ts';
import type { StreamMessage } from './parse-events.ts';

const channelName = 'commissary-events';

/** What the tab with the connection tells the others when it has heard of the server, changes aside. */
const aliveMessage = 'alive';

/** The connection is gone: what has changed since, nobody has heard. */
const lostMessage = 'lost';

/** What a tab is told by another that has just been opened, beside its age: between two tabs of one browser nothing takes longer. */
const betweenTabsMs = 1000;

/** A tab that leads sooner than this after its start is the first: what it shows, it has loaded just now. */
const freshStartMs = 1000;

/** May have changed while nobody was connected: orders, the own rights, and everything else. */
const missed: readonly AnnouncedChange[] = ['orders', 'user', anyCollection].map((collection) => ({
  collection,
}));

/**
 * Listens to the server's events while somebody is signed in. One tab holds the connection and passes the changes on to the
 * others, of the same session only: a change may carry a row.
 *
 * @param onChange called in every tab with the change
 * @param onOpen called in the tab with the connection when it stands: what changes from then on is heard
 * @returns stops listening
 */
export function followEvents(onChange: (change: AnnouncedChange) => void, onOpen: () => void): () => void {
  let listening: { token: string; stop(): void } | null = null;
  const check = () => {
    const session = sessionStore.get();
    const token = session.status === 'signed-in' ? session.token : null;
    if (token === (listening?.token ?? null)) return;
    listening?.stop();
    listening =
      session.status === 'signed-in'
        ? { token: session.token, stop: listen(session, onChange, onOpen) }
        : null;
  };
  const unsubscribe = sessionStore.subscribe(check);
  check();
  return () => {
    unsubscribe();
    listening?.stop();
  };
}

function listen(
  session: { token: string; startedAt: number },
  onChange: (change: AnnouncedChange) => void,
  onOpen: () => void,
): () => void {
  const channel = new BroadcastChannel(channelName);
  /** What this tab has told the others of, while it had the connection, and when last (epoch ms). */
  const told = new Map<string, number>();
  /** How old the oldest of what this tab shows may be: it was asked for when the page was opened, or since the sign-in. */
  const ageMs = () => Math.max(0, Math.min(performance.now(), Date.now() - session.startedAt));
  const post = (change: AnnouncedChange) => channel.postMessage({ session: session.startedAt, change });
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const askedFor = readNumberValue(readRecord(data)['sinceMs']);
    if (askedFor !== null) {
      for (const [collection, at] of told) if (Date.now() - at <= askedFor) post({ collection });
      return;
    }
    if (data === lostMessage) return lost();
    noteStreamAlive();
    const { session: of, change } = readRecord(data);
    const known = of === session.startedAt ? readChange(change) : null;
    if (known) onChange(known);
  });
  let isOver = false;
  const startedAt = Date.now();
  // What changed between this tab's first answers and here, the tab with the connection has heard.
  channel.postMessage({ sinceMs: ageMs() + betweenTabsMs });
  const stopLeading = electLeaderTab(() => {
    // A tab that takes over has heard the one before it, and nobody since that one has gone.
    let wasOpen = Date.now() - startedAt > freshStartMs;
    /** When the stream was asked for (of `performance`), and how old the tab was; null where it goes on after what was heard. */
    let asked: { at: number; ageMs: number } | null = null;
    const tell = (change: AnnouncedChange) => {
      told.set(change.collection, Date.now());
      onChange(change);
      post(change);
    };
    const stream = maintainEventStream({
      address: `${baseAddress(window.location)}/events`,
      token: session.token,
      ageMs() {
        asked = { at: performance.now(), ageMs: ageMs() };
        return asked.ageMs;
      },
      onRefused: () => endRefusedSession(refusal(session.startedAt)),
      onHeard() {
        noteStreamAlive();
        channel.postMessage(aliveMessage);
      },
      onLost() {
        // A stream that was stopped is lost a moment later, when nobody listens any more.
        if (isOver) return;
        lost();
        channel.postMessage(lostMessage);
      },
      onMessage(message) {
        const onItsWay = asked === null ? 0 : performance.now() - asked.at;
        const neededMs = asked === null ? Number.POSITIVE_INFINITY : asked.ageMs + onItsWay;
        asked = null;
        const changed = onItsWay > deliveryGraceMs ? missed : changedBy(message, { wasOpen, neededMs });
        for (const change of changed) tell(change);
        wasOpen = true;
        onOpen();
      },
    });
    const unsubscribe = connectionStore.subscribe(() => {
      if (connectionStore.get().isAlive) stream.hurry();
    });
    return () => {
      unsubscribe();
      stream.stop();
    };
  }, 'commissary-events');
  return () => {
    isOver = true;
    stopLeading();
    channel.close();
  };
}

/** Timers ask for orders again; and whether the server is there at all is asked now, by who may be typing meanwhile. */
function lost(): void {
  noteStreamLost();
  probeConnection();
}

/**
 * What a message says has changed. A stream that begins says whether all that was missed follows; where it does not, or the
 * server is none that says so and this is not the first stream, that is everything.
 *
 * @param neededMs what changed so long ago and since then may be missing on screen
 */
function changedBy(
  { event, data }: StreamMessage,
  { wasOpen, neededMs }: { wasOpen: boolean; neededMs: number },
): readonly AnnouncedChange[] {
  if (event === 'ready') return (isWhole(data, neededMs) ?? !wasOpen) ? [] : missed;
  if (event !== 'change') return [];
  try {
    const change = readChange(JSON.parse(data));
    if (change === null) return [];
    // The profile is one of the users, and says the currency: it is read again when users or currencies change.
    const isOfProfile = change.collection === 'users' || change.collection === 'currencies';
    return isOfProfile ? [change, { collection: 'user' }] : [change];
  } catch {
    return [];
  }
}

function readChange(value: unknown): AnnouncedChange | null {
  const { collection: said, id: named, row } = readRecord(value);
  const [collection, id] = [readText(said), readText(named)];
  if (collection === null) return null;
  return {
    collection,
    ...(id !== null && { id }),
    ...(row !== undefined && { row: row === null ? null : readRecord(row) }),
  };
}

function isWhole(data: string, neededMs: number): boolean | null {
  try {
    const { isWhole: said, knownMs } = readRecord(JSON.parse(data));
    // A server that is young remembers less than it was asked for, and yet more than this tab is old.
    return typeof said === 'boolean' ? said || (readNumberValue(knownMs) ?? 0) >= neededMs : null;
  } catch {
    return null;
  }
}

function refusal(sessionStartedAt: number): ApiError {
  return new ApiError({ code: 'UNAUTHENTICATED', status: 401, message: '', sessionStartedAt });
}
