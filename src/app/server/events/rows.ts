import type { Actor } from '#core/permissions.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { EventBus, PublishedEvent } from '#platform/server/http/services.ts';
import { getVisibleOrderRow, loadOrderRows } from '#modules/orders/server/event-rows.ts';

/** An event with its row as JSON text: `null` if not visible, undefined if the event has no row. */
type EventWithRow = PublishedEvent & { row?: string | null };

type StoredRow = Awaited<ReturnType<typeof loadOrderRows>>[number];

/** Larger batches, such as an import, are sent without rows; clients reload their lists. */
const maxRows = 100;
/** Maximum number of rows shared by the streams of this process, keyed by the position of the change. */
const maxSharedRows = 500;

const sharedRows = new WeakMap<EventBus, Map<string, Promise<StoredRow | undefined>>>();

/**
 * Attaches order rows to a batch of events, as visible to the user. Several changes to an order are reduced
 * to the last one; one statement loads all rows, shared with the other streams of the process.
 */
export async function attachOrderRows(
  bus: EventBus,
  db: Queryable,
  actor: Actor,
  events: readonly PublishedEvent[],
): Promise<EventWithRow[]> {
  const lastByOrder = new Map(events.filter(hasRow).map((entry) => [entry.event.id, entry]));
  if (lastByOrder.size === 0) return [...events];
  const latest = events.filter((entry) => !hasRow(entry) || lastByOrder.get(entry.event.id) === entry);
  if (lastByOrder.size > maxRows) return latest;
  const rows = await loadSharedRows(bus, db, [...lastByOrder.values()]);
  return latest.map((entry) =>
    hasRow(entry) ? { ...entry, row: getVisibleOrderRow(actor, rows.get(entry.event.id)) } : entry,
  );
}

const hasRow = ({ event }: PublishedEvent): boolean => event.collection === 'orders';

/** Returns rows by id, loaded once per change and process. */
async function loadSharedRows(
  bus: EventBus,
  db: Queryable,
  changes: readonly PublishedEvent[],
): Promise<Map<string, StoredRow | undefined>> {
  const cached = sharedRows.get(bus) ?? new Map<string, Promise<StoredRow | undefined>>();
  sharedRows.set(bus, cached);
  const missing = changes.filter(({ position }) => !cached.has(position));
  if (missing.length > 0) {
    const ids = missing.map(({ event }) => event.id);
    const loading = loadOrderRows(db, ids).then((rows) => new Map(rows.map((row) => [row._id, row])));
    for (const { event, position } of missing)
      cached.set(
        position,
        loading.then((rows) => rows.get(event.id)),
      );
    // A failed load ends the waiting streams; removing it lets the next streams try again.
    loading.catch(() => {
      for (const { position } of missing) cached.delete(position);
    });
  }
  const rows = changes.map(async ({ event, position }) => [event.id, await cached.get(position)] as const);
  for (const position of cached.keys()) {
    if (cached.size <= maxSharedRows) break;
    cached.delete(position);
  }
  return new Map(await Promise.all(rows));
}
