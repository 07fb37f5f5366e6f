import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const crates = (count: number) => (count === 1 ? '1 crate' : `${formatCount(count)} crates`);

/** Strings for shipments, vehicles and their printouts. */
export const shipmentMessages = defineMessages('modules/orders/web/shipping/messages', {
  run: {
    title: 'Run sheet',
    route: 'Route',
    stop: 'Stop',
    order: 'Order, delivery note',
    arrived: 'Arrived',
    signature: 'Received by, signature',
    total: (stops: number, count: number) =>
      `${stops === 1 ? '1 stop' : `${formatCount(stops)} stops`}, ${crates(count)}`,
    notEntered: 'not entered',
  },
  label: {
    stop: (route: string, stop: string | null) => (stop === null ? route : `${route}, stop ${stop}`),
    temperature: { chilled: 'Chilled', frozen: 'Frozen' },
    lot: (lot: string) => `Lot ${lot}`,
    useBy: (day: string) => `Use by ${day}`,
  },
  /** The branch's response to a substitute before shipping. */
  answer: {
    ask: (amount: string) => `The kitchen offers ${amount} as a substitute.`,
    askFirst: (amount: string) =>
      `The kitchen offers ${amount} as a substitute. It will ship only if you accept it.`,
    shippedUnanswered: 'Shipped before the branch responded. The branch can still refuse it on receipt.',
    asked: 'Waiting for the branch to respond. The substitute ships once the branch accepts it.',
    responseLabel: (item: string) => `Accept or refuse ${item} as a substitute`,
    accept: 'Accept',
    refuse: 'Refuse',
    acceptLabel: (item: string) => `Accept ${item} as a substitute`,
    refuseLabel: (item: string) => `Refuse ${item} as a substitute`,
    accepted: 'Accepted by the branch',
    refused: 'Refused by the branch',
    refusedHere: 'Refused by the branch. Put the substitute back and set the picked quantity to 0.',
  },
  /** Unshipping all of a vehicle's orders. */
  unship: {
    open: (count: number) => (count === 1 ? 'Undo shipment' : `Undo ${formatCount(count)} shipments`),
    text: 'The stock returns to the kitchen and the orders go back to picking. Orders that a branch has started to receive stay in transit.',
    cancel: 'Keep in transit',
    pending: 'Your last change is still being saved.',
    done: (count: number) =>
      count === 1
        ? '1 order is being processed again'
        : `${formatCount(count)} orders are being processed again`,
    stillInTransit: 'Still in transit',
    close: 'Close',
  },
  printouts: {
    open: 'Documents and labels',
    run: 'Run sheet with delivery notes',
    labels: 'Crate labels',
    zpl: 'Crate labels for a label printer (ZPL)',
    lots: 'Item labels with lot and date',
    lotsZpl: 'Item labels for a label printer (ZPL)',
    none: 'No items have a lot or barcode to print.',
    failed: 'Couldn’t prepare the documents.',
  },
  /** Note that the server adds to an order or transfer that replaces missing or damaged goods. */
  resends: {
    short: (no: string) => `Resends items reported as short on ${no}.`,
    damaged: (no: string) => `Resends items reported as damaged on ${no}.`,
    over: (no: string) => `Resends items reported as over on ${no}.`,
    wrong_item: (no: string) => `Resends items reported as the wrong item on ${no}.`,
  },
});
