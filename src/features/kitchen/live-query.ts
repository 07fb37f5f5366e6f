/** How often a screen that people leave open asks again, in milliseconds. */
const everyMs = 60_000;

/** Options of a query that follows the business while it is on screen: on a timer, and when the tab is looked at. */
export const liveQuery = {
  refetchInterval: everyMs,
  refetchOnWindowFocus: 'always',
  refetchOnMount: 'always',
} as const;

/** A list of orders: asked for when its screen opens; from then on lib/cache/background.ts keeps it up to date. */
export const liveOrders = { refetchOnMount: 'always' } as const;

/** One order, likewise. */
export const liveOrder = { ...liveOrders, meta: { isLive: true } } as const;

/** The places whose stock can be shipped. */
export const kitchenPlaces = { placeType: 'central_kitchen,warehouse' } as const;
