import { fromE4, valueOf } from '#domain/money.ts';
import { exactly, fromMicro } from '#domain/quantity.ts';
import { csvMark, csvRow } from '#domain/csv.ts';
import type { MailWords } from '#domain/mail/words.ts';
import type { Actor } from '#domain/permissions.ts';
import type { Queryable } from '../../db/types.ts';
import { type LoadedPurchase, purchaseStore } from '../purchasing/rows.ts';
import { businessNameOf } from '../settings/business.ts';
import { type Figures, moneyIn } from './figures.ts';
import type { MailBlock, MailContent } from './layout.ts';

interface PurchaseContent extends MailContent {
  /** The order alone, as it is kept and printed. */
  print: readonly MailBlock[];
  fileName: string;
}

/** A purchase order as its supplier reads it: in a mail, as a page to print, and as rows. Throws 404 where whoever mails it sees it no more. */
export async function purchaseContent(
  db: Queryable,
  { purchaseId, by, note }: { purchaseId: string; by: Actor; note: string | null },
  { words, figures }: { words: MailWords; figures: Figures },
): Promise<PurchaseContent> {
  const loaded = await purchaseStore.read(db, by, purchaseId);
  const business = (await businessNameOf(db)) ?? 'Commissary';
  const currency = await currencyOf(db, loaded);
  const money = currency === null ? figures.money : moneyIn(figures, currency);
  const { head } = loaded;
  const t = words.purchase;
  const lines = linesOf(loaded);
  const print: MailBlock[] = [
    { kind: 'heading', text: t.title(head.number) },
    {
      kind: 'facts',
      facts: [
        [t.supplier, head.supplierName],
        [t.place, `${business}, ${head.placeName}`],
        ...(head.expectedOn === null ? [] : [[t.expected, figures.day(head.expectedOn)] as const]),
        ...(head.notes === null ? [] : [[t.notes, head.notes] as const]),
      ],
    },
    {
      kind: 'table',
      head: [
        { text: t.code, isFigure: false },
        { text: t.item, isFigure: false },
        { text: t.quantity, isFigure: true },
        { text: t.pack, isFigure: false },
        { text: t.price, isFigure: true },
        { text: t.value, isFigure: true },
      ],
      rows: lines.map(({ code, item, quantity, pack, price, value }) => [
        code,
        item,
        figures.quantity(quantity),
        pack,
        money(price),
        value === null ? '–' : money(value),
      ]),
      foot: [t.total, '', '', '', '', money(fromE4(head.totalE4))],
    },
  ];
  const rows = lines.map(({ code, item, quantity, pack, price, value }) =>
    csvRow([code, item, quantity, pack, price, value]),
  );
  return {
    subject: words.purchaseSubject(head.number, business),
    blocks: [
      { kind: 'text', text: t.intro(business) },
      ...(note === null ? [] : [{ kind: 'text' as const, text: note }]),
      ...print,
    ],
    print,
    fileName: head.number.replaceAll(/[^\w.-]+/g, '-'),
    attachments: [
      {
        filename: `${head.number.replaceAll(/[^\w.-]+/g, '-')}.csv`,
        contentType: 'text/csv; charset=utf-8',
        content: `${csvMark}${[csvRow([t.code, t.item, t.quantity, t.pack, t.price, t.value]), ...rows].join('\r\n')}\r\n`,
      },
    ],
  };
}

function linesOf({ lines }: LoadedPurchase) {
  return lines.map(({ itemCode, itemName, note, qtyMicro, unitSymbol, priceE4 }) => {
    const valueE4 = exactly(() => valueOf(qtyMicro, priceE4));
    return {
      code: itemCode,
      item: note === null ? itemName : `${itemName} (${note})`,
      quantity: fromMicro(qtyMicro),
      pack: unitSymbol,
      price: fromE4(priceE4),
      value: valueE4 === null ? null : fromE4(valueE4),
    };
  });
}

/** The ISO code of the money that an order is in, where it is not that of the business. */
async function currencyOf(db: Queryable, { head }: LoadedPurchase): Promise<string | null> {
  if (head.currency === null) return null;
  const row = await db
    .selectFrom('currencies')
    .select('code')
    .where('_id', '=', head.currency)
    .executeTakeFirst();
  return row?.code ?? null;
}
