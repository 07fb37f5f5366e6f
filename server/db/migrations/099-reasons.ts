import { sql } from 'kysely';
import { appendOnly, dialectOf, master, type MigrationDb } from './columns.ts';

const [picking, receiving, approval, moves, waste, back, count] = [1, 2, 4, 8, 16, 32, 64];
const uses = {
  forPicking: picking,
  forReceiving: receiving,
  forApproval: approval,
  forMoves: moves,
  forWaste: waste,
  forReturn: back,
  forCount: count,
};
const all = 127;

/** Code, what it is for, its words in both languages, and other words that were used for it. */
const usual: readonly [code: string, uses: number, name: string, nameAlt: string, ...others: string[]][] = [
  ['out_of_stock', picking | approval, 'Out of stock', 'نفد من المخزون'],
  [
    'quality',
    picking | receiving | waste | back,
    'Quality',
    'الجودة',
    'Not good enough',
    'جودته غير كافية',
    'Quality below standard',
  ],
  [
    'expired',
    picking | receiving | waste | back,
    'Expired',
    'انتهاء الصلاحية',
    'منتهي الصلاحية',
    'Expired or too short dated',
    'منتهي الصلاحية أو قريب الانتهاء',
  ],
  ['damaged', picking | receiving | waste | back, 'Damaged', 'تلف', 'تالف'],
  ['substituted', picking | approval, 'Substituted', 'استُبدل'],
  ['whole_packs', picking | approval, 'Whole packs only', 'عبوات كاملة فقط'],
  ['supplier_short', picking, 'Supplier delivered short', 'نقص في توريد المورّد'],
  ['not_ready', picking, 'Batch not ready in time', 'لم تجهز الدفعة في موعدها'],
  ['not_delivered', receiving, 'Not in the delivery', 'لم يصل مع الشحنة'],
  ['wrong_item', receiving, 'Wrong item delivered', 'سُلّم صنف خاطئ'],
  ['broken', receiving | back, 'Broken or leaking', 'مكسور أو يتسرّب'],
  [
    'temperature',
    receiving | waste | back,
    'Temperature',
    'درجة الحرارة',
    'Wrong temperature',
    'درجة حرارة غير مناسبة',
  ],
  ['miscounted', receiving, 'Miscounted at the kitchen', 'خطأ في العدّ في المطبخ'],
  ['enough_in_stock', approval, 'Enough in stock', 'المخزون كافٍ'],
  ['over_budget', approval, 'Over budget', 'فوق الميزانية', 'Above the weekly budget'],
  ['promotion', approval, 'Promotion', 'عرض ترويجي'],
  ['typing_mistake', approval, 'Typing mistake', 'خطأ في الكتابة'],
  ['shared_out', approval, 'Shared out between branches', 'وُزّع على الفروع'],
  ['no_room', approval, 'No room at the branch', 'لا مكان في الفرع', 'Storage at the branch is full'],
  ['unavailable', moves, 'Not available', 'غير متوفر'],
  ['ordered_twice', moves, 'Ordered twice', 'طُلب مرتين'],
  ['not_for_branch', moves, 'Not for this branch', 'ليس لهذا الفرع'],
  ['too_much', moves, 'Quantities too high', 'الكميات كبيرة جدًا'],
  ['wrong_date', moves, 'Wrong delivery date', 'تاريخ التسليم خاطئ'],
  ['items_missing', moves, 'Items missing', 'أصناف ناقصة'],
  ['by_mistake', moves, 'Ordered by mistake', 'طُلب بالخطأ'],
  ['branch_closed', moves, 'Branch closed', 'الفرع مغلق'],
  ['no_delivery', moves, 'No delivery on that day', 'لا توصيل في ذلك اليوم'],
  ['spoiled', waste, 'Spoiled', 'فساد'],
  ['overproduction', waste, 'Overproduction', 'فائض إنتاج'],
  ['trim', waste, 'Trim', 'بقايا تجهيز'],
  ['customer return', waste, 'Customer return', 'مرتجع عميل'],
  ['dropped', picking | waste, 'Dropped', 'سقوط', 'Dropped while picking'],
  ['missing', waste | count, 'Missing', 'مفقود'],
  ['staff meal', waste, 'Staff meal', 'وجبة موظفين'],
  ['overstock', back, 'Too much in stock', 'فائض في المخزون'],
  ['recalled', waste | back, 'Recalled', 'مسحوب من السوق'],
  ['miscount', count, 'Counted wrongly before', 'خطأ في جرد سابق'],
  ['not_entered', count, 'Delivery or transfer not entered', 'توريد أو نقل لم يُسجَّل'],
  ['waste_not_entered', count, 'Waste not recorded', 'هدر لم يُسجَّل'],
  ['theft', count, 'Theft', 'سرقة'],
  ['other', all, 'Other', 'أخرى'],
];

/** Reasons are a list that head office keeps; what was said in words until now is given its code, and stays as it was said. */
export async function up(db: MigrationDb): Promise<void> {
  const flags = [...Object.keys(uses), 'asksNote'];
  const table = master(db, 'reasons').addColumn('code', 'text', (column) => column.notNull());
  await flags
    .reduce((t, name) => t.addColumn(name, 'integer', (column) => column.notNull().defaultTo(0)), table)
    .addColumn('wordings', 'text')
    .execute();
  for (const column of ['code', 'name'])
    await db.schema.createIndex(`reasons_${column}_unique`).on('reasons').column(column).unique().execute();
  await db.insertInto('reasons').values(usual.map(rowOf)).execute();

  for (const name of ['orderLines', 'orderHistory'])
    for (const column of ['reasonCode', 'reasonNote'])
      await db.schema.alterTable(name).addColumn(column, 'text').execute();
  await codeWords(db, 'orderLines');
  await withoutGuard(db, () => codeWords(db, 'orderHistory'));
}

function rowOf([code, bits, name, nameAlt, ...others]: (typeof usual)[number], nth: number) {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    _id: `01900000-0000-7000-8000-0000000099${String(nth + 1).padStart(2, '0')}`,
    createdAt: at,
    updatedAt: at,
    version: 1,
    isActive: 1,
    name,
    nameAlt,
    search: [name, nameAlt, code].map(folded).join('\n'),
    code,
    ...Object.fromEntries(Object.entries(uses).map(([use, bit]) => [use, Number((bits & bit) !== 0)])),
    asksNote: Number(code === 'other'),
    wordings: others.length > 0 ? others.join('\n') : null,
  };
}

/** Case, spaces, marks and Arabic letters that are typed for one another, as searches have folded them until now. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[ىی]/gu, 'ي')
    .replace(/ک/gu, 'ك')
    .replace(/ة/gu, 'ه')
    .replace(/ـ/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const codes = new Map(
  usual.flatMap(([code, , ...words]) => [code, ...words].map((word) => [folded(word), code] as const)),
);

/** Reasons changed with one statement. */
const batch = 300;

/** Every wording of a usual reason gets its code; every other is the note of `other`. */
async function codeWords(db: MigrationDb, table: string): Promise<void> {
  const stored = await db
    .selectFrom(table)
    .select('reason')
    .distinct()
    .where('reason', 'is not', null)
    .execute();
  const texts = stored.map(({ reason }) => String(reason)).filter((text) => folded(text) !== '');
  const reason = sql.ref('reason');
  const colon = dialectOf(db) === 'sqlite' ? sql`instr(${reason}, ':')` : sql`strpos(${reason}, ':')`;
  const behind = sql`nullif(trim(substr(${reason}, ${colon} + 1)), '')`;
  // The whole is a wording, or what stands before a colon is.
  for (const [isWhole, wording] of [
    [true, (text: string) => text],
    [false, (text: string) => text.slice(0, Math.max(0, text.indexOf(':')))],
  ] as const) {
    const left = texts.filter((text) => isWhole || !codes.has(folded(text)));
    const byCode = Map.groupBy(left, (text) => codes.get(folded(wording(text))));
    for (const [reasonCode, words] of byCode)
      for (let from = 0; reasonCode !== undefined && from < words.length; from += batch)
        await db
          .updateTable(table)
          .set({ reasonCode, ...(!isWhole && { reasonNote: behind }) })
          .where('reason', 'in', words.slice(from, from + batch))
          .execute();
  }
  const note = sql`trim(${reason})`;
  await sql`update ${sql.table(table)} set ${sql.ref('reasonCode')} = 'other', ${sql.ref('reasonNote')} = ${note}
    where ${sql.ref('reasonCode')} is null and ${note} <> ''`.execute(db);
}

/** The history takes no changes: for these columns, which it did not have, it does once. */
async function withoutGuard(db: MigrationDb, work: () => Promise<void>): Promise<void> {
  const table = 'orderHistory';
  if (dialectOf(db) === 'sqlite')
    for (const action of ['update', 'delete'])
      await sql`drop trigger ${sql.ref(`${table}_no_${action}`)}`.execute(db);
  else await sql`drop trigger ${sql.ref(`${table}_append_only`)} on ${sql.table(table)}`.execute(db);
  await work();
  await appendOnly(db, table);
}
