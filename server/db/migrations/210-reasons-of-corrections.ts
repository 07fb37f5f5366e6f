import type { MigrationDb } from './columns.ts';

/** Code, what it is for, its words in both languages, and how a search finds it. */
const usual: readonly [code: string, use: Use, name: string, nameAlt: string, search: string][] = [
  ['entered_twice', 'forCorrection', 'Entered twice', 'سُجّل مرتين', 'entered twice\nسجل مرتين\nentered_twice'],
  [
    'entered_wrongly',
    'forCorrection',
    'Entered wrongly',
    'سُجّل خطأً',
    'entered wrongly\nسجل خطا\nentered_wrongly',
  ],
  [
    'wrong_day',
    'forCorrection',
    'Entered for the wrong day',
    'سُجّل ليوم خاطئ',
    'entered for the wrong day\nسجل ليوم خاطي\nwrong_day',
  ],
  [
    'price_agreed',
    'forDifference',
    'Price agreed with the supplier',
    'سعر متفق عليه مع المورّد',
    'price agreed with the supplier\nسعر متفق عليه مع المورد\nprice_agreed',
  ],
  [
    'credit_expected',
    'forDifference',
    'The supplier will credit it',
    'سيصدر المورّد إشعارًا دائنًا',
    'the supplier will credit it\nسيصدر المورد اشعارا داينا\ncredit_expected',
  ],
  [
    'small_difference',
    'forDifference',
    'Too small to dispute',
    'فرق صغير لا يستحق المراجعة',
    'too small to dispute\nفرق صغير لا يستحق المراجعه\nsmall_difference',
  ],
];
const uses = ['forCorrection', 'forDifference'] as const;
type Use = (typeof uses)[number];

/** Reasons of before that say as much. */
const others: Record<Use, string[]> = {
  forCorrection: ['typing_mistake', 'other'],
  forDifference: ['other'],
};

/**
 * Taking a document back, opening it again and posting an invoice that differs have reasons of their own: those of orders were
 * offered, which say nothing of them.
 */
export async function up(db: MigrationDb): Promise<void> {
  for (const use of uses) {
    await db.schema
      .alterTable('reasons')
      .addColumn(use, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db
      .updateTable('reasons')
      .set({ [use]: 1 })
      .where('code', 'in', others[use])
      .execute();
  }
  const at = '2026-01-01T00:00:00.000Z';
  for (const [nth, [code, use, name, nameAlt, search]] of usual.entries()) {
    // A business may have made it a reason of its own.
    const { numUpdatedRows } = await db
      .updateTable('reasons')
      .set({ [use]: 1 })
      .where((eb) => eb.or([eb('code', '=', code), eb('name', '=', name)]))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) continue;
    const _id = `01900000-0000-7000-8000-00000000210${nth + 1}`;
    const row = { _id, createdAt: at, updatedAt: at, version: 1, isActive: 1, name, nameAlt, search, code };
    await db
      .insertInto('reasons')
      .values({ ...row, [use]: 1, asksNote: 0 })
      .execute();
  }
}
