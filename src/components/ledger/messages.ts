import type { MoveKind } from '#domain/stock/kinds.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';
import { wasteReasons } from './reason-messages.ts';

export const ledgerMessages = defineMessages('components/ledger/messages', {
  loading: 'Loading stock card',
  ledger: 'Ledger',
  ledgerFailed: 'Failed to load the ledger',
  ledgerEmpty: 'Nothing has moved here yet.',
  columns: { what: 'What', change: 'Change', balance: 'Balance' },
  more: 'Load more',
  moreFailed: 'Failed to load more, try again',
  end: 'This is the first posting.',
  openDoc: (docNo: string) => `Open ${docNo}`,
  from: (place: string) => `from ${place}`,
  to: (place: string) => `to ${place}`,
  lot: (lot: string) => `lot ${lot}`,
  reverses: (seq: string) => `takes back posting ${seq}`,
  /** Why something was thrown away, or what was found at a delivery. */
  reasons: {
    ...wasteReasons.en,
    short: 'Short',
    over: 'Over',
    wrong_item: 'Wrong item',
  },
  kinds: {
    ship: 'Shipped',
    ship_reversal: 'Shipment taken back',
    receive: 'Received',
    receive_damaged: 'Received damaged',
    receipt: 'Goods received',
    opening: 'Opening stock',
    opening_reversal: 'Opening stock taken back',
    production: 'Produced',
    waste: 'Thrown away',
    waste_reversal: 'Waste taken back',
    consumption: 'Used',
    found_at_kitchen: 'Found at the kitchen',
    found_at_branch: 'Found at the branch',
    resend: 'Back to send again',
    written_off: 'Written off',
    revaluation: 'Cost corrected',
    returned: 'Returned',
    confirmed: 'Extra issue confirmed',
    confirmed_damaged: 'Extra issue confirmed, damaged',
  } satisfies Record<MoveKind, string>,
});
