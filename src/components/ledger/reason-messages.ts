import type { WastageReason } from '#domain/stock/wastage.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Wastage reasons, for waste records and the ledger. */
export const wasteReasons = defineMessages('components/ledger/reason-messages', {
  expired: 'Expired',
  spoiled: 'Spoiled',
  damaged: 'Damaged',
  overproduction: 'Overproduction',
  trim: 'Trim',
  'customer return': 'Customer return',
  dropped: 'Dropped',
  temperature: 'Temperature',
  quality: 'Quality',
  missing: 'Missing',
  'staff meal': 'Staff meal',
  other: 'Other',
} satisfies Record<WastageReason, string>);
