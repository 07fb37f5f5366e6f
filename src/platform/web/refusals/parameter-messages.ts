import type { CheckStatus } from '#modules/safety-checks/check-rules.ts';
import type { CountStatus } from '#modules/stock-counts/status.ts';
import type { OrderVerb } from '#modules/orders/status.ts';
import type { WastageStatus } from '#modules/wastage/wastage-rules.ts';
import type { WastageVerb } from '#modules/wastage/lifecycle.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Localized values of error parameters. */
export const parameterMessages = defineMessages('platform/web/refusals/parameter-messages', {
  verbs: {
    submit: 'submit',
    recall: 'recall',
    'send back': 'send back',
    send: 'send',
    reject: 'reject',
    withdraw: 'withdraw',
    accept: 'accept',
    release: 'release',
    ship: 'ship',
    unship: 'unship',
    receive: 'receive',
    reopen: 'reopen',
    cancel: 'cancel',
    post: 'post',
    reverse: 'reverse',
  } satisfies Record<OrderVerb | WastageVerb, string>,
  statuses: {
    Draft: 'Draft',
    'Pending Approval': 'Pending approval',
    Posted: 'Posted',
    Reversed: 'Reversed',
    Counting: 'Counting',
    Submitted: 'Submitted',
    Recount: 'Recount',
    Approved: 'Approved',
    Cancelled: 'Cancelled',
    Recorded: 'Recorded',
    Verified: 'Verified',
    Voided: 'Voided',
  } satisfies Record<WastageStatus | CountStatus | CheckStatus, string>,
  outcomes: { approved: 'approved', returned: 'returned', withdrawn: 'withdrawn' },
  operations: { see: 'see', create: 'create', edit: 'edit', delete: 'delete', change: 'change' },
  /** Collections without a definition; the others are named in their definitions. */
  collections: {
    orders: 'orders',
    stock: 'stock',
    wastage: 'wastage',
    users: 'users',
    'item-conversions': 'item conversions',
  },
});
