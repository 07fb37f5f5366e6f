import { record, text } from '#contract/tolerant.ts';
import { ApiError } from '../api/api-error.ts';
import { baseAddress } from '../api/base-address.ts';
import { connectionStore } from '../api/connection.ts';
import { heardFromStream, lostStream } from '../cache/background.ts';
import { endRefusedSession } from '../cache/error-policy.ts';
import { everything } from '../cache/keys.ts';
import { electLeaderTab } from '../outbox/leader-tab.ts';
import { sessionStore } from '../session/session.ts';
import { keepStream } from './event-stream.ts';
import type { StreamMessage } from './parse-events.ts';

const channelName = 'commissary-events';

/** What the tab with the connection tells the others when it has heard of the server, changes aside. */
const aliveMessage = 'alive';

/** The connection is gone: what has changed since, nobody has heard. */
const lostMessage = 'lost';

/** A tab that leads sooner than this after its start is the first: what it shows, it has loaded just now. */
const freshStartMs = 1000;

/** May have changed while nobody was connected: orders, the own rights, and everything else. */
const missed = ['orders', 'user', everything];

/**
 * Listens to the server's events while somebody is signed in. One tab holds the connection and tells the others.
 * Nothing of an event is taken for data: it only says which collection to read again.
 *
 * @param onChange called in every tab with the server's name of the collection: `orders`, `units`, ...; `user` is the own profile, `everything` all but orders and that
 * @param onOpen called in the tab with the connection when it stands: what changes from then on is heard
 * @returns stops listening
 */
export function followEvents(onChange: (collection: string) => void, onOpen: () => void): () => void {
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
  onChange: (collection: string) => void,
  onOpen: () => void,
): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === lostMessage) return lostStream();
    heardFromStream();
    if (typeof data === 'string' && data !== aliveMessage) onChange(data);
  });
  let isOver = false;
  const startedAt = Date.now();
  const stopLeading = electLeaderTab(() => {
    // A tab that takes over has heard the one before it, and nobody since that one has gone.
    let wasOpen = Date.now() - startedAt > freshStartMs;
    const tell = (collection: string) => {
      onChange(collection);
      channel.postMessage(collection);
    };
    const stream = keepStream({
      address: `${baseAddress(window.location)}/events`,
      token: session.token,
      onRefused: () => endRefusedSession(refusal(session.startedAt)),
      onHeard() {
        heardFromStream();
        channel.postMessage(aliveMessage);
      },
      onLost() {
        // A stream that was stopped is lost a moment later, when nobody listens any more.
        if (isOver) return;
        lostStream();
        channel.postMessage(lostMessage);
      },
      onMessage(message) {
        for (const collection of changedBy(message, wasOpen)) tell(collection);
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

/** The collections to read again. With a new connection that is everything: what came in between, nobody heard. */
function changedBy({ event, data }: StreamMessage, wasOpen: boolean): string[] {
  if (event === 'ready') return wasOpen ? missed : [];
  if (event !== 'change') return [];
  try {
    const collection = text(record(JSON.parse(data))['collection']);
    if (collection === null) return [];
    // The profile is one of the users, and says the currency: it is read again when users or currencies change.
    return collection === 'users' || collection === 'currencies' ? [collection, 'user'] : [collection];
  } catch {
    return [];
  }
}

function refusal(sessionStartedAt: number): ApiError {
  return new ApiError({ code: 'UNAUTHENTICATED', status: 401, message: '', sessionStartedAt });
}
