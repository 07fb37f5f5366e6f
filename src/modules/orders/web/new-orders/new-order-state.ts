/** A new order as listed by the notification bell. */
export interface NewOrder {
  _id: string;
  orderNo: string;
  branchName: string;
  /** Arrival time (ISO 8601); empty when the server sends none. */
  at: string;
}

/** Order ids known since sign-in, and the orders that are new since the user last viewed them. */
export interface NewOrderState {
  /** Lists that have been read at least once: the first response of each is its baseline. */
  lists: readonly string[];
  /** Ids that are no longer new, oldest first. */
  knownIds: readonly string[];
  /** Latest arrival in the first baseline. Orders that arrived earlier aren't new, whatever page they are on. */
  since: string;
  /** New orders, latest first. */
  newOrders: readonly NewOrder[];
}

/**
 * More ids than any first page contains; an order whose id was dropped is recognized by its earlier
 * arrival time.
 */
const maxKnownIds = 500;
const maxNewOrders = 200;

/**
 * Processes the first page of a list of all orders (SPEC section 4: "orders not previously known").
 *
 * @param state null before the first list, which is the baseline and adds no new orders
 * @param list name of the list, the same for all of its responses
 * @returns the new state; `state` itself if nothing changed
 */
export function countNewOrders(
  state: NewOrderState | null,
  list: string,
  orders: readonly NewOrder[],
): NewOrderState {
  if (state === null) {
    const since = orders.reduce((latest, { at }) => (at > latest ? at : latest), '');
    return { lists: [list], knownIds: keepLatest(listIds(orders)), since, newOrders: [] };
  }
  const knownIds = new Set(state.knownIds);
  const unknownOrders = orders.filter(({ _id }) => !knownIds.has(_id));
  const isBaseline = !state.lists.includes(list);
  if (unknownOrders.length === 0 && !isBaseline) return state;
  // Uses the arrival time if the server sends it. Otherwise, new orders can be identified only in lists that
  // were read before.
  const newOrders = unknownOrders.filter(({ at }) => (at === '' ? !isBaseline : at > state.since));
  return {
    ...state,
    lists: isBaseline ? [...state.lists, list] : state.lists,
    knownIds: keepLatest([...state.knownIds, ...listIds(unknownOrders)]),
    newOrders: [...newOrders, ...state.newOrders].slice(0, maxNewOrders),
  };
}

/** Marks an order as known, because the user has it open or created it. */
export function markOrderKnown(state: NewOrderState | null, id: string): NewOrderState | null {
  if (state === null) return null;
  const isKnown = state.knownIds.includes(id);
  const isNew = state.newOrders.some((order) => order._id === id);
  if (isKnown && !isNew) return state;
  return {
    ...state,
    knownIds: isKnown ? state.knownIds : keepLatest([...state.knownIds, id]),
    newOrders: isNew ? state.newOrders.filter((order) => order._id !== id) : state.newOrders,
  };
}

/** Resets the count (SPEC section 4, "resets on demand"). */
export function markAllSeen(state: NewOrderState | null): NewOrderState | null {
  return state === null || state.newOrders.length === 0 ? state : { ...state, newOrders: [] };
}

function listIds(orders: readonly NewOrder[]): string[] {
  return orders.map((order) => order._id);
}

function keepLatest(ids: readonly string[]): readonly string[] {
  return ids.slice(-maxKnownIds);
}
