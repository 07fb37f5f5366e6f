/** A new order as listed by the notification bell. */
export interface NewOrder {
  _id: string;
  orderNo: string;
  branchName: string;
  /** Arrival time (ISO 8601); empty when the server sends none. */
  at: string;
}

/** Orders known since signing in, and new ones since they were last viewed. */
export interface Counting {
  /** Lists that have been read at least once: the first response of each is its baseline. */
  lists: readonly string[];
  /** Ids that are no longer new, the latest last. */
  known: readonly string[];
  /** Latest arrival in the first baseline: earlier orders are old, whatever page they are on. */
  since: string;
  /** New orders, latest first. */
  fresh: readonly NewOrder[];
}

/**
 * More ids than any first page contains; an order whose id was dropped is recognized as old by its arrival
 * time.
 */
const maxKnown = 500;
const maxFresh = 200;

/**
 * Processes the first page of a list of all orders (SPEC section 4: "orders not previously known").
 *
 * @param counting null before the first list, which is the baseline and adds no new orders
 * @param list name of the list, the same for all of its responses
 * @returns the new state; `counting` itself if nothing changed
 */
export function countNewOrders(
  counting: Counting | null,
  list: string,
  orders: readonly NewOrder[],
): Counting {
  if (counting === null) {
    const since = orders.reduce((latest, { at }) => (at > latest ? at : latest), '');
    return { lists: [list], known: latest(ids(orders)), since, fresh: [] };
  }
  const known = new Set(counting.known);
  const unknown = orders.filter(({ _id }) => !known.has(_id));
  const isBaseline = !counting.lists.includes(list);
  if (unknown.length === 0 && !isBaseline) return counting;
  // Uses the arrival time if the server sends it; otherwise only a list that was read before can identify new
  // orders.
  const newOrders = unknown.filter(({ at }) => (at === '' ? !isBaseline : at > counting.since));
  return {
    ...counting,
    lists: isBaseline ? [...counting.lists, list] : counting.lists,
    known: latest([...counting.known, ...ids(unknown)]),
    fresh: [...newOrders, ...counting.fresh].slice(0, maxFresh),
  };
}

/** Marks an order as known, because the user has it open or created it. */
export function markOrderKnown(counting: Counting | null, id: string): Counting | null {
  if (counting === null) return null;
  const isKnown = counting.known.includes(id);
  const isFresh = counting.fresh.some((order) => order._id === id);
  if (isKnown && !isFresh) return counting;
  return {
    ...counting,
    known: isKnown ? counting.known : latest([...counting.known, id]),
    fresh: isFresh ? counting.fresh.filter((order) => order._id !== id) : counting.fresh,
  };
}

/** Resets the count (SPEC section 4, "resets on demand"). */
export function markAllSeen(counting: Counting | null): Counting | null {
  return counting === null || counting.fresh.length === 0 ? counting : { ...counting, fresh: [] };
}

function ids(orders: readonly NewOrder[]): string[] {
  return orders.map((order) => order._id);
}

function latest(known: readonly string[]): readonly string[] {
  return known.slice(-maxKnown);
}
