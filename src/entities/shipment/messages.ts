import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const crates = (count: number) => (count === 1 ? '1 crate' : `${formatCount(count)} crates`);

/** What travels with a vehicle, and the papers that go with it. */
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
  /** What the branch says of a substitute before the delivery leaves. */
  answer: {
    ask: (amount: string) => `The kitchen packs ${amount} of this instead.`,
    accept: 'Accept',
    refuse: 'Refuse',
    acceptFor: (item: string) => `Accept ${item} as a substitute`,
    refuseFor: (item: string) => `Refuse ${item} as a substitute`,
    accepted: 'The branch accepts it',
    refused: 'The branch refuses it',
    refusedHere: 'The branch refuses it: put it back, and pick 0.',
  },
  papers: {
    open: 'Papers and labels',
    run: 'Run sheet with delivery notes',
    labels: 'Crate labels',
    zpl: 'Crate labels for a label printer (ZPL)',
    lots: 'Item labels with lot and date',
    none: 'None of the items has a lot or a barcode for a label.',
    failed: 'Failed to prepare the papers',
  },
});
