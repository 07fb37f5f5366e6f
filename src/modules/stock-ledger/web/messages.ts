import { moveKindNames } from '#modules/stock/move-kind-names.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';
import { wasteReasons } from './reason-messages.ts';

export const ledgerMessages = defineMessages('modules/stock-ledger/web/messages', {
  loading: 'Loading stock card',
  ledger: 'Ledger',
  ledgerFailed: 'Couldn’t load the ledger',
  ledgerEmpty: 'No stock movements yet.',
  columns: { movement: 'Movement', change: 'Change', balance: 'Balance' },
  more: 'Load more',
  moreFailed: 'Couldn’t load more. Try again.',
  end: 'This is the first movement.',
  sales: 'Daily sales',
  openDoc: (docNo: string) => `Open ${docNo}`,
  /** Reasons why a posting has no link to a document. */
  notLinked: {
    import: 'entered or imported, no document',
    noAccess: 'on a page you can’t access',
    noNumber: 'no document',
  },
  from: (place: string) => `from ${place}`,
  to: (place: string) => `to ${place}`,
  lot: (lot: string) => `lot ${lot}`,
  reverses: (seq: string) => `reverses movement ${seq}`,
  /** Reasons of wastage and of delivery discrepancies. */
  reasons: {
    ...wasteReasons.en,
    short: 'Short',
    over: 'Over',
    wrong_item: 'Wrong item',
  },
  kinds: moveKindNames,
});
