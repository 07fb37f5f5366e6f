import { mailPurchaseInput } from '../input.ts';
import { documentMails, mail } from '../shapes.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { purchaseDocument } from '#modules/purchase-orders/server/definition.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { documentExists } from '#platform/documents/server/numbering-and-events.ts';
import { saveEdit } from '#platform/documents/server/write.ts';
import { notFound, problem } from '#platform/server/http/problems.ts';
import { readRoute, type Route, writeRoute } from '#platform/server/http/route.ts';
import { purchaseStore } from '#modules/purchase-orders/server/rows.ts';
import { sendMail } from './jobs.ts';
import { toMail } from './log.ts';
import { insertMails, mailKey } from './mails.ts';
import { assertMailActive, getMailServer, readMailSettings } from './settings.ts';

const exists = documentExists(purchaseDocument);

/** Returns the email address of an order's supplier. */
async function findSupplierAddress(db: Queryable, supplier: string): Promise<string | null> {
  const row = await db.selectFrom('suppliers').select('email').where('_id', '=', supplier).executeTakeFirst();
  return row?.email || null;
}

export const purchaseMailRoutes: Route[] = [
  readRoute({
    path: '/purchase-orders/:id/emails',
    access: { kind: 'collection', collection: 'purchase-orders', flag: 'canView' },
    summary: 'The email address for a purchase order, and its emails, newest first',
    response: documentMails,
    exists,
    async run({ db, actor, params }) {
      const { header } = await purchaseStore.read(db, requireActor(actor), params['id'] ?? '');
      const rows = await db
        .selectFrom('emails')
        .selectAll()
        .where('docId', '=', header._id)
        .where('kind', '=', 'document')
        .orderBy('_id', 'desc')
        .limit(20)
        .execute();
      const body = {
        isSetUp: getMailServer(await readMailSettings(db)) !== null,
        address: await findSupplierAddress(db, header.supplier),
        emails: rows.map((row) => toMail(row, null)),
      };
      return { status: 200, body };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/purchase-orders/:id/mail',
    access: { kind: 'collection', collection: 'purchase-orders', flag: 'anyWrite' },
    summary:
      'Emails a purchase order to its supplier, with a printable page and a CSV file. 409 if email is not set up.',
    body: mailPurchaseInput,
    response: mail,
    exists,
    async run(ctx) {
      const { db, actor, params, body, now, enqueue: queue } = ctx;
      const { language, note, unlessSent } = body;
      const order = await purchaseStore.lock(db, requireActor(actor), params['id'] ?? '');
      const { header } = order;
      assertMailActive(await readMailSettings(db));
      if (header.status !== 'Sent') throw problem('NOT_EDITABLE', refusal('mail-order-not-sent'));
      const address = await findSupplierAddress(db, header.supplier);
      if (address === null)
        throw problem('NOT_EDITABLE', refusal('mail-no-address', { name: header.supplierName }));
      const sent = unlessSent
        ? await db
            .selectFrom('emails')
            .selectAll()
            .where('docId', '=', header._id)
            .where('kind', '=', 'document')
            .where('createdAt', '>=', header.sentAt ?? '')
            .where('state', '!=', 'failed')
            .orderBy('_id', 'desc')
            .limit(1)
            .executeTakeFirst()
        : undefined;
      if (sent) return { status: 201, body: toMail(sent, null) };
      const [mailRow] = await insertMails(
        db,
        [
          {
            kind: 'document',
            scheduleId: null,
            runId: null,
            recipientId: null,
            userId: null,
            toName: header.supplierName,
            address,
            fromDay: null,
            toDay: null,
            missed: 0,
            docId: header._id,
            payload: { language, note: note ?? null, by: requireActor(actor)._id },
          },
        ],
        now,
      );
      if (!mailRow) throw notFound();
      await queue(sendMail, { mailId: mailRow._id }, { key: mailKey(mailRow) });
      await saveEdit(createCommandContext(ctx), purchaseStore, order, {
        action: 'status',
        after: { mailedTo: address },
      });
      return { status: 201, body: toMail(mailRow, null) };
    },
  }),
];
