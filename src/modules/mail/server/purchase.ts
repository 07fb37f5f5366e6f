import { fromE4, fromPriceMicro, computeValueAtPrice } from '#core/money.ts';
import { toExactOrNull, fromMicro } from '#core/quantity.ts';
import { toCsv } from '#core/csv.ts';
import type { MailLanguage } from '../states.ts';
import type { MailText } from '../english.ts';
import type { Actor } from '#core/permissions.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { type LoadedPurchase, purchaseStore } from '#modules/purchase-orders/server/rows.ts';
import { readLetterhead } from '#modules/business/server/business.ts';
import { createAmountFormats, type MailFormats } from './formats.ts';
import type { MailBlock, MailContent } from './layout.ts';

interface PurchaseOrderMail extends MailContent {
  /** The order without the accompanying message, for printing. */
  print: readonly MailBlock[];
  fileName: string;
  /** Whether the order was sent and isn't finished. */
  isOpen: boolean;
}

/**
 * Composes a purchase order for its supplier: an email, a printable page and a CSV file.
 *
 * @throws ApiProblem 404 if the sender may no longer see the order
 */
export async function composePurchaseOrder(
  db: Queryable,
  { purchaseId, sender, note }: { purchaseId: string; sender: Actor; note: string | null },
  { texts, formats }: { texts: MailText; formats: MailFormats },
): Promise<PurchaseOrderMail> {
  const loaded = await purchaseStore.read(db, sender, purchaseId);
  const { businessName, businessAddress, taxNumber } = await readLetterhead(db);
  const business = businessName ?? 'Commissary';
  const currency = await loadForeignCurrency(db, loaded);
  const { money, price: formatPrice } = currency === null ? formats : createAmountFormats(formats, currency);
  const { header } = loaded;
  const t = texts.purchase;
  const pickName = createNamePicker(formats.language);
  const lines = toLines(loaded, pickName, {
    t,
    money,
    price: formatPrice,
    quantity: formats.quantity,
  });
  const print: MailBlock[] = [
    { kind: 'heading', text: t.title(header.number) },
    {
      kind: 'details',
      details: [
        [t.buyer, [business, businessAddress].filter((part) => part !== null).join('\n')],
        ...(taxNumber === null ? [] : [[t.taxNumber, taxNumber] as const]),
        [t.contact, sender.name],
        [t.supplier, pickName(header.supplierName, header.supplierNameAlt)],
        [t.place, pickName(header.placeName, header.placeNameAlt)],
        ...(header.expectedOn === null ? [] : [[t.expected, formats.day(header.expectedOn)] as const]),
        ...(header.notes === null ? [] : [[t.notes, header.notes] as const]),
      ],
    },
    {
      kind: 'table',
      header: [
        { text: t.code, isNumeric: false },
        { text: t.item, isNumeric: false },
        { text: t.quantity, isNumeric: true },
        { text: t.pack, isNumeric: false },
        { text: t.price, isNumeric: true },
        { text: t.value, isNumeric: true },
      ],
      rows: lines.map(({ code, item, quantity, pack, price, value }) => [
        code,
        item,
        formats.quantity(quantity),
        pack,
        formatPrice(price),
        value === null ? '–' : money(value),
      ]),
      foot: buildTotalLines(header, t).map(([name, sumE4]) => [name, '', '', '', '', money(fromE4(sumE4))]),
    },
  ];
  const rows = lines.map(({ code, item, quantity, pack, price, value }) => [
    code,
    item,
    quantity,
    pack,
    price,
    value,
  ]);
  return {
    subject: texts.purchaseSubject(header.number, business),
    blocks: [
      { kind: 'text', text: t.intro(business) },
      ...(note === null ? [] : [{ kind: 'text' as const, text: note }]),
      ...print,
    ],
    print,
    isOpen: header.status === 'Sent',
    fileName: header.number.replaceAll(/[^\w.-]+/g, '-'),
    attachments: [
      {
        filename: `${header.number.replaceAll(/[^\w.-]+/g, '-')}.csv`,
        contentType: 'text/csv; charset=utf-8',
        content: toCsv([[t.code, t.item, t.quantity, t.pack, t.price, t.value], ...rows]),
      },
    ],
  };
}

/** Builds the totals of lines, freight and tax, as on the dashboard's printout; zero amounts are omitted. */
function buildTotalLines(
  { goodsValueE4, freightE4, taxE4, totalE4 }: LoadedPurchase['header'],
  t: MailText['purchase'],
): [string, number][] {
  const parts: [string, number][] = [
    [t.goods, goodsValueE4],
    [t.freight, freightE4],
    [t.tax, taxE4],
  ];
  return [...parts.filter(([, sumE4]) => sumE4 !== 0), [t.total, totalE4]];
}

/** In Arabic, the localized name is used if there is one, as on screen. */
const createNamePicker = (language: MailLanguage) => (name: string, nameAlt: string | null) =>
  (language === 'en' ? null : nameAlt) || name;

function toLines(
  { lines }: LoadedPurchase,
  pickName: ReturnType<typeof createNamePicker>,
  {
    t,
    money,
    price,
    quantity,
  }: Pick<MailFormats, 'money' | 'price' | 'quantity'> & { t: MailText['purchase'] },
) {
  return lines.map(({ itemCode, itemName, itemNameAlt, note: entered, qtyMicro, unitSymbol, ...line }) => {
    const { priceMicro, listPriceMicro, discountPercentMicro, discountE4 } = line;
    const item = pickName(itemName, itemNameAlt);
    const discount =
      discountPercentMicro === null
        ? money(fromE4(discountE4 ?? 0))
        : `${quantity(fromMicro(discountPercentMicro))}%`;
    const discounted =
      listPriceMicro === null ? null : t.discounted(price(fromPriceMicro(listPriceMicro)), discount);
    const note = [discounted, entered].filter((part) => part !== null).join('; ') || null;
    const valueE4 = toExactOrNull(() => computeValueAtPrice(qtyMicro, priceMicro));
    return {
      code: itemCode,
      item: note === null ? item : `${item} (${note})`,
      quantity: fromMicro(qtyMicro),
      pack: unitSymbol,
      price: fromPriceMicro(priceMicro),
      value: valueE4 === null ? null : fromE4(valueE4),
    };
  });
}

/** Returns the ISO code of the order's currency; null for the base currency. */
async function loadForeignCurrency(db: Queryable, { header }: LoadedPurchase): Promise<string | null> {
  if (header.currency === null) return null;
  const row = await db
    .selectFrom('currencies')
    .select('code')
    .where('_id', '=', header.currency)
    .executeTakeFirst();
  return row?.code ?? null;
}
