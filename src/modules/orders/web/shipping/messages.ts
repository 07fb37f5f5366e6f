import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const crates = (count: number) => (count === 1 ? '1 crate' : `${formatCount(count)} crates`);

/** Texts of shipments, vehicles and their printouts. */
export const shipmentMessages = defineMessages('modules/orders/web/shipping/messages', {
  cratesOf: crates,
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
  /** The branch's answer to a substitute before shipping. */
  answer: {
    ask: (amount: string) => `The kitchen offers ${amount} of this instead.`,
    askFirst: (amount: string) =>
      `The kitchen offers ${amount} of this instead. It ships only if you accept it.`,
    shippedUnanswered: 'Shipped before the branch answered. It can still be refused on receipt.',
    asked: 'Waiting for the branch. It ships once they accept it.',
    answerFor: (item: string) => `Your answer to ${item} as a substitute`,
    accept: 'Accept',
    refuse: 'Refuse',
    acceptFor: (item: string) => `Accept ${item} as a substitute`,
    refuseFor: (item: string) => `Refuse ${item} as a substitute`,
    accepted: 'Accepted by the branch',
    refused: 'Refused by the branch',
    refusedHere: 'Refused by the branch. Put it back and pick 0.',
  },
  /** A whole vehicle comes back. */
  takeBack: {
    open: (count: number) => (count === 1 ? 'Unship order' : `Unship ${formatCount(count)} orders`),
    text: 'The stock returns to the kitchen and the orders go back to picking. Orders that a branch has started to receive stay in transit.',
    cancel: 'Keep in transit',
    waits: 'Still being saved.',
    done: (count: number) =>
      count === 1 ? '1 order is back in process' : `${formatCount(count)} orders are back in process`,
    stays: 'Still in transit',
    close: 'Close',
  },
  papers: {
    open: 'Documents and labels',
    run: 'Run sheet with delivery notes',
    labels: 'Crate labels',
    zpl: 'Crate labels for a label printer (ZPL)',
    lots: 'Item labels with lot and date',
    lotsZpl: 'Item labels for a label printer (ZPL)',
    none: 'No items have a lot or barcode to print.',
    failed: 'Couldn’t prepare the documents.',
  },
  /** Note that the server adds to an order or transfer that resends a discrepancy. */
  sendsAgain: {
    short: (no: string) => `Resends items reported as short on ${no}.`,
    damaged: (no: string) => `Resends items reported as damaged on ${no}.`,
    over: (no: string) => `Resends items reported as over on ${no}.`,
    wrong_item: (no: string) => `Resends items reported as the wrong item on ${no}.`,
  },
});
