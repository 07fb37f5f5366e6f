/** An order that came while the person was not looking, as the bell lists it. */
export interface NewOrder {
  _id: string;
  orderNo: string;
  branchName: string;
  /** When it came (ISO 8601); empty where the server does not say. */
  at: string;
}

/** What has been seen of the orders since signing in, and what has come since the last look. */
export interface Counting {
  /** Lists that have been read once: the first answer of each is its baseline. */
  lists: readonly string[];
  /** Ids that are not new any more, the latest last. */
  known: readonly string[];
  /** The latest arrival of the first baseline: what came before it is old, on whatever page it stood. */
  since: string;
  /** What the counter counts, the latest first. */
  fresh: readonly NewOrder[];
}

/** More ids than any first page holds; an order whose id was forgotten counts as old by its instant. */
const mostKnown = 500;
const mostFresh = 200;

/**
 * Takes in the first page of a list of all orders (SPEC section 4: "orders not previously known").
 *
 * @param counting null before the first list: that one is the baseline, and nothing in it is new
 * @param list name of the list, which stays the same from answer to answer
 * @returns how the count stands; `counting` itself when the answer says nothing new
 */
export function countOrders(counting: Counting | null, list: string, orders: readonly NewOrder[]): Counting {
  if (counting === null) {
    const since = orders.reduce((latest, { at }) => (at > latest ? at : latest), '');
    return { lists: [list], known: latest(ids(orders)), since, fresh: [] };
  }
  const known = new Set(counting.known);
  const unknown = orders.filter(({ _id }) => !known.has(_id));
  const isBaseline = !counting.lists.includes(list);
  if (unknown.length === 0 && !isBaseline) return counting;
  // Where the server says when an order came, that decides; else only a list that was read before can tell.
  const found = unknown.filter(({ at }) => (at === '' ? !isBaseline : at > counting.since));
  return {
    ...counting,
    lists: isBaseline ? [...counting.lists, list] : counting.lists,
    known: latest([...counting.known, ...ids(unknown)]),
    fresh: [...found, ...counting.fresh].slice(0, mostFresh),
  };
}

/** The person has this order before them, or made it: it is not new, and not counted any longer. */
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

/** Starts counting anew: SPEC section 4, "resets on demand". */
export function markAllSeen(counting: Counting | null): Counting | null {
  return counting === null || counting.fresh.length === 0 ? counting : { ...counting, fresh: [] };
}

function ids(orders: readonly NewOrder[]): string[] {
  return orders.map((order) => order._id);
}

function latest(known: readonly string[]): readonly string[] {
  return known.slice(-mostKnown);
}
