import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const crates = (count: number) => (count === 1 ? '1 crate' : `${formatCount(count)} crates`);

/** Texts of shipments, vehicles and their printouts. */
export const shipmentMessages = defineMessages('entities/shipment/messages', {
  crates: 'Crates',
  cratesOf: crates,
  departs: 'Leaves',
  run: {
    title: 'Run sheet',
    route: 'Route',
    day: 'Delivery',
    driver: 'Driver',
    vehicle: 'Vehicle',
    departs: 'Leaves',
    stop: 'Stop',
    branch: 'Branch',
    order: 'Order and note',
    crates: 'Crates',
    arrived: 'Arrived',
    signature: 'Received by, signature',
    total: (stops: number, count: number) =>
      `${stops === 1 ? '1 stop' : `${formatCount(stops)} stops`}, ${crates(count)}`,
    unsaid: 'not said',
  },
  label: {
    stop: (route: string, stop: string | null) => (stop === null ? route : `${route}, stop ${stop}`),
    temperature: { chilled: 'Chilled', frozen: 'Frozen' },
    lot: (lot: string) => `Lot ${lot}`,
    useBy: (day: string) => `Use by ${day}`,
  },
  /** The branch's answer to a substitute before shipping. */
  answer: {
    ask: (amount: string) => `The kitchen packs ${amount} of this instead.`,
    askFirst: (amount: string) =>
      `The kitchen would pack ${amount} of this instead. It ships only if you accept it.`,
    shippedUnanswered: 'Shipped without an answer from the branch. It can still be refused on receipt.',
    asked: 'The branch is asked: it ships once they accept it.',
    answerFor: (item: string) => `Your answer to ${item} as a substitute`,
    accept: 'Accept',
    refuse: 'Refuse',
    acceptFor: (item: string) => `Accept ${item} as a substitute`,
    refuseFor: (item: string) => `Refuse ${item} as a substitute`,
    accepted: 'The branch accepts it',
    refused: 'The branch refuses it',
    refusedHere: 'The branch refuses it: put it back, and pick 0.',
  },
  /** A whole vehicle comes back. */
  takeBack: {
    open: (count: number) =>
      count === 1 ? 'Take shipment back' : `Take ${formatCount(count)} shipments back`,
    text: 'Their stock goes back from transit to the kitchen, and they can be picked again. What a branch has begun to receive stays.',
    cancel: 'Leave them on their way',
    waits: 'The shipments are on their way back to the server.',
    done: (count: number) =>
      count === 1 ? '1 shipment is back in process' : `${formatCount(count)} shipments are back in process`,
    stays: 'Still on their way',
    close: 'Close',
  },
  papers: {
    open: 'Papers and labels',
    run: 'Run sheet with delivery notes',
    labels: 'Crate labels',
    zpl: 'Crate labels for a label printer (ZPL)',
    lots: 'Item labels with lot and date',
    lotsZpl: 'Item labels for a label printer (ZPL)',
    none: 'None of the items has a lot or a barcode for a label.',
    failed: 'Failed to prepare the papers',
  },
  /** Note that the server adds to an order or transfer that resends a discrepancy. */
  sendsAgain: {
    short: (no: string) => `Sends again what was short on ${no}.`,
    damaged: (no: string) => `Sends again what was damaged on ${no}.`,
    over: (no: string) => `Sends again what was over on ${no}.`,
    wrong_item: (no: string) => `Sends again what was a wrong item on ${no}.`,
  },
});
