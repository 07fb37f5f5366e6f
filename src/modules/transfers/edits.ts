import { defineDelete, defineEdits } from '#platform/documents/edits.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { transferLifecycle } from './lifecycle.ts';

const goodsFields = ['qty', 'unit', 'lot', 'reasonCode', 'reasonNote', 'returnOf', 'note'];
const receiptFields = [
  'receivedQty',
  'damagedQty',
  'overQty',
  'receivedLots',
  'receivedReason',
  'note',
  'photo',
];

/** The receiver may enter received quantities even before the transfer is marked as sent. */
export const decideTransferEdit = defineEdits(transferLifecycle, {
  rules: [
    {
      in: ['Draft'],
      parties: ['giver', 'taker'],
      flags: ['canCreate', 'canEdit'],
      header: ['notes'],
      lines: [...goodsFields, 'addLine', 'removeLine'],
    },
    {
      in: ['Draft'],
      parties: ['giver'],
      flags: ['canEdit'],
      header: ['driver', 'vehicle', 'creditExpected'],
      lines: ['shippedQty', 'lots', 'pieces'],
    },
    { in: ['Draft', 'Sent'], parties: ['taker'], flags: ['canEdit'], lines: receiptFields },
    {
      in: ['Sent', 'Received'],
      parties: ['giver'],
      flags: ['canEdit'],
      header: ['creditExpected', 'creditReceived', 'creditNote'],
    },
    {
      in: ['Sent', 'Received', 'Cancelled'],
      parties: ['giver', 'taker'],
      flags: ['canEdit'],
      header: ['notes'],
    },
  ],
  locked: (status) => refusal('transfer-locked', { status }),
});

/** Only drafts can be deleted, by either side. */
export const decideTransferDelete = defineDelete(transferLifecycle, {
  in: 'Draft',
  parties: ['giver', 'taker'],
  locked: (status) => refusal('transfer-drafts-only', { status }),
});
