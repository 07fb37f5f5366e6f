/** What stands beside orders: asked for when its screen opens; from then on by `useBesideOrders`. */
export const besideOrders = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** A list of orders: asked for when its screen opens; from then on lib/cache/background.ts keeps it up to date. */
export const liveOrders = { refetchOnMount: 'always' } as const;

/** One order, likewise. */
export const liveOrder = { ...liveOrders, meta: { isLive: true } } as const;

/** The places whose stock can be shipped. */
export const kitchenPlaces = { placeType: 'central_kitchen,warehouse' } as const;
