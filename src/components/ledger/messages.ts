import { kindsInEnglish } from '#domain/stock/kind-words-in-english.ts';
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
  sales: 'Sales of the day',
  openDoc: (docNo: string) => `Open ${docNo}`,
  /** Why a posting leads to no document. */
  noWay: {
    import: 'typed in or imported, without a document',
    notYours: 'on a page that is not open to you',
    noNumber: 'without a document',
  },
  from: (place: string) => `from ${place}`,
  to: (place: string) => `to ${place}`,
  lot: (lot: string) => `lot ${lot}`,
  reverses: (seq: string) => `takes back posting ${seq}`,
  /** Reasons of wastage and of delivery discrepancies. */
  reasons: {
    ...wasteReasons.en,
    short: 'Short',
    over: 'Over',
    wrong_item: 'Wrong item',
  },
  kinds: kindsInEnglish,
});
