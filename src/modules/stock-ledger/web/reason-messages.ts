import type { WastageReason } from '#modules/wastage/wastage-rules.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Wastage reasons, for waste records and the ledger. Loaded with either. */
export const wasteReasons = defineMessages('modules/stock-ledger/web/reason-messages', {
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
