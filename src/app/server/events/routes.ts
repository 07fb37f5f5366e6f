import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type Actor, canRead, isInScope } from '#core/permissions.ts';
import { canSeeAllReviews } from '#core/reviews.ts';
import { ApiProblem } from '#platform/server/http/problems.ts';
import { authenticateToken } from '#platform/server/http/session.ts';
import { type Route, readRoute } from '#platform/server/http/route.ts';
import type { AppEvent, EventBus, PublishedEvent } from '#platform/server/http/services.ts';
import { attachOrderRows } from './rows.ts';

const heartbeatMs = 20_000;
/** Minimum interval between session checks of a stream; events in between are sent together. */
const sessionCheckIntervalMs = 200;
/** A browser needs one stream. If a user opens more than this, the oldest is closed. */
const maxStreamsPerUser = 10;
/** Events waiting for a slow client; one that falls further behind is disconnected and reloads. */
const maxPendingEvents = 1000;
/** Maximum number of missed events to replay; a client that has missed more reloads everything. */
const maxMissed = 500;

/**
 * Whether the user may receive an event: the collection is readable and the row in scope, or the event is
 * about the user.
 */
export function canReceiveEvent(actor: Actor, event: AppEvent): boolean {
  if (event.collection === 'users' && event.id === actor._id) return true;
  if (!canRead(actor, event.collection)) return false;
  const isReviewer = event.collection === 'reviews' && canSeeAllReviews(actor);
  if (event.owner !== undefined && event.owner !== actor._id && !isReviewer) return false;
  if (event.branches.length === 0 && event.kitchens.length === 0) return true;
  return isInScope(actor, event);
}

/**
 * `since`: on a first connection, how far back the replay starts, in milliseconds. A resumed stream sends
 * `Last-Event-ID` instead.
 */
const eventQuery = z.object({ since: z.coerce.number().min(0).optional() });

export const eventRoutes: Route[] = [
  readRoute({
    path: '/events',
    access: { kind: 'session' },
    summary:
      'Server-sent events `{ collection, id, change }` about rows that the caller may see. Changes to orders have a `row`: the order as `GET /orders` returns it to the caller (with its lines while it is Under Process), or null once the caller can no longer see it. Changes to one order within 200 ms are sent as one event. If `row` is missing, the client loads the order itself. Use fetch, which can send the bearer header. The first event, `ready`, states whether all events since `since` (milliseconds ago) or `Last-Event-ID` follow (`isComplete`); if not, only those of the last `coveredMs` milliseconds follow, and anything may have changed before that.',
    query: eventQuery,
    async run({ db, token, services, actor, query }) {
      const authenticate = () => authenticateToken({ read: db }, token, services.clock.now());
      await services.events.waitUntilReady();
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        respond: (c) =>
          streamSSE(c, async (stream) => {
            const pendingEvents: PublishedEvent[] = [];
            let wake = () => {};
            let currentActor = actor as Actor;
            let checkedAt = 0;
            const unregister = registerStream(
              services.events,
              currentActor._id,
              () => void stream.close().finally(() => wake()),
            );
            const receive = (entry: PublishedEvent) => {
              // Events are filtered by current rights; events of other collections don't trigger a reload of
              // the rights.
              if (!canReceiveEvent(currentActor, entry.event)) return;
              if (pendingEvents.push(entry) > maxPendingEvents) stream.abort();
              wake();
            };
            let unsubscribe: () => void = () => undefined;
            stream.onAbort(() => wake());
            const removeEndListener = services.events.onEnd(() => {
              void stream.close();
              wake();
            });
            try {
              // The session may have ended since the request was authenticated; from here on the stream ends
              // with the session.
              await services.events.waitUntilReady();
              // Subscribing and reading the replay buffer in one step prevents gaps and duplicates.
              unsubscribe = services.events.subscribe(receive);
              const missed = findMissedEvents(c.req.header('last-event-id') ?? '', query, services.events);
              for (const entry of missed?.events ?? []) receive(entry);
              await stream.writeSSE({
                event: 'ready',
                id: missed?.position ?? services.events.lastPosition(),
                data: JSON.stringify(
                  missed === null || missed.coveredMs === null
                    ? { isComplete: missed !== null }
                    : { isComplete: false, coveredMs: Math.floor(missed.coveredMs) },
                ),
              });
              while (!stream.aborted && !stream.closed) {
                if (pendingEvents.length === 0) await waitForWake((resolve) => (wake = resolve));
                const remainingMs = checkedAt + sessionCheckIntervalMs - performance.now();
                if (pendingEvents.length > 0 && remainingMs > 0) await delay(remainingMs);
                if (stream.aborted || stream.closed) break;
                checkedAt = performance.now();
                // Rights may have changed since the stream was opened, and the session may have ended.
                currentActor = await authenticate();
                const events = pendingEvents.splice(0);
                const id = services.events.lastPosition();
                if (events.length === 0) await stream.writeSSE({ event: 'alive', id, data: '{}' });
                const visibleEvents = events.filter(({ event }) => canReceiveEvent(currentActor, event));
                for (const { event, position, row } of await attachOrderRows(
                  services.events,
                  db,
                  currentActor,
                  visibleEvents,
                )) {
                  const { collection, id, change } = event;
                  const json = JSON.stringify({ collection, id, change });
                  const data = row === undefined ? json : `${json.slice(0, -1)},"row":${row}}`;
                  await stream.writeSSE({ event: 'change', id: position, data });
                }
              }
            } catch (error) {
              if (!(error instanceof ApiProblem))
                services.log.warn({ error: String(error) }, 'event stream ended');
            } finally {
              unsubscribe();
              unregister();
              removeEndListener();
            }
          }),
      };
    },
  }),
];

/**
 * Finds missed events and their start position. Returns null if the buffer doesn't reach back that far. A
 * client that hasn't loaded anything yet sends no time and has missed nothing.
 */
function findMissedEvents(lastEventId: string, { since }: z.output<typeof eventQuery>, events: EventBus) {
  if (lastEventId === '' && since === undefined)
    return { position: events.lastPosition(), events: [], coveredMs: null };
  const missed = events.findEventsSince(
    lastEventId === '' ? { agoMs: since ?? 0 } : { position: lastEventId },
  );
  return missed !== null && missed.events.length <= maxMissed ? missed : null;
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Open streams by user, oldest first, per server in this process. */
const openStreams = new WeakMap<EventBus, Map<string, (() => void)[]>>();

/**
 * Registers a stream and closes the oldest ones if the user has too many. Returns a function that unregisters
 * it.
 */
function registerStream(bus: EventBus, userId: string, end: () => void): () => void {
  const streamsByUser = openStreams.get(bus) ?? new Map<string, (() => void)[]>();
  openStreams.set(bus, streamsByUser);
  const userStreams = [...(streamsByUser.get(userId) ?? []), end];
  streamsByUser.set(userId, userStreams.slice(-maxStreamsPerUser));
  for (const oldest of userStreams.slice(0, -maxStreamsPerUser)) oldest();
  return () => {
    const remaining = (streamsByUser.get(userId) ?? []).filter((other) => other !== end);
    if (remaining.length > 0) streamsByUser.set(userId, remaining);
    else streamsByUser.delete(userId);
  };
}

/** Resolves when woken, or at the next heartbeat. */
function waitForWake(onWake: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, heartbeatMs);
    onWake(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
