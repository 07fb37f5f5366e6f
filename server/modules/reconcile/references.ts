import { references as firstReferences } from '../../db/migrations/022-references.ts';
import { lotReferences } from '../../db/migrations/101-lots.ts';
import { arrivalReferences } from '../../db/migrations/109-lots-that-came.ts';
import { formerReferences, transferReferences } from '../../db/migrations/117-transfers.ts';
import { purchaseReferences } from '../../db/migrations/140-purchase-orders.ts';
import { receiptReferences } from '../../db/migrations/141-goods-receipts.ts';
import { invoiceReferences } from '../../db/migrations/143-supplier-invoices.ts';
import { productionReferences } from '../../db/migrations/151-production.ts';
import { recallReferences } from '../../db/migrations/160-recalls.ts';
import { recallHoldReferences } from '../../db/migrations/305-recalls-that-hold.ts';
import { mailReferences } from '../../db/migrations/187-mail.ts';
import { viewReferences } from '../../db/migrations/199-report-views.ts';
import { salesReferences } from '../../db/migrations/161-sales.ts';
import { labelReferences } from '../../db/migrations/174-label-prints.ts';
import { demandReferences } from '../../db/migrations/176-demand.ts';
import { outlookReferences } from '../../db/migrations/204-branch-outlooks.ts';

/** Every column that refers to a row of another table, as the migrations made them. */
export const references = [
  ...firstReferences.filter(
    ({ table, column }) => table !== 'discrepancies' || !formerReferences.has(column),
  ),
  ...lotReferences,
  ...recallReferences,
  ...recallHoldReferences,
  ...mailReferences,
  ...viewReferences,
  ...arrivalReferences,
  ...transferReferences,
  ...purchaseReferences,
  ...receiptReferences,
  ...salesReferences,
  ...demandReferences,
  ...outlookReferences,
  ...invoiceReferences,
  ...productionReferences,
  ...labelReferences,
];
