import type { Kysely } from 'kysely';
import { buildSearchText } from '#core/text.ts';
import type { Database } from '../tables.ts';

/** Creation time of the rows below. */
const createdAt = '2026-01-01T00:00:00.000Z';
const common = { createdAt, updatedAt: createdAt, version: 1, isActive: 1 } as const;
const buildId = (suffix: string) => `01900000-0000-7000-8000-00000000${suffix}`;

/** The column of each use of a reason. */
const columnByUse = {
  picking: 'forPicking',
  receiving: 'forReceiving',
  approval: 'forApproval',
  moves: 'forMoves',
  waste: 'forWaste',
  return: 'forReturn',
  count: 'forCount',
  correction: 'forCorrection',
  difference: 'forDifference',
} as const;

interface ReasonOptions {
  /** Other names of the reason, one per line. */
  aliases?: string;
  /** Destination of returned goods. */
  returnsTo?: 'stock' | 'hold' | 'waste';
  requiresNote?: 1;
}

/** Suffix of the id, code, uses, and name in both languages. */
const reasons: readonly [
  id: string,
  code: string,
  uses: string,
  name: string,
  nameAlt: string,
  options?: ReasonOptions,
][] = [
  ['2101', 'entered_twice', 'correction', 'Entered twice', 'سُجّل مرتين'],
  ['2102', 'entered_wrongly', 'correction', 'Entered incorrectly', 'سُجّل خطأً'],
  ['2103', 'wrong_day', 'correction', 'Entered for the wrong day', 'سُجّل ليوم خاطئ'],
  ['2104', 'price_agreed', 'difference', 'Price agreed with the supplier', 'سعر متفق عليه مع المورّد'],
  ['2105', 'credit_expected', 'difference', 'The supplier will credit it', 'سيصدر المورّد إشعارًا دائنًا'],
  ['2106', 'small_difference', 'difference', 'Too small to dispute', 'فرق صغير لا يستحق المراجعة'],
  ['9901', 'out_of_stock', 'picking approval', 'Out of stock', 'نفد من المخزون'],
  [
    '9902',
    'quality',
    'picking receiving waste return',
    'Quality',
    'الجودة',
    { aliases: 'Not good enough\nجودته غير كافية\nQuality below standard', returnsTo: 'hold' },
  ],
  [
    '9903',
    'expired',
    'picking receiving waste return',
    'Expired',
    'انتهاء الصلاحية',
    {
      aliases: 'منتهي الصلاحية\nExpired or too short dated\nمنتهي الصلاحية أو قريب الانتهاء',
      returnsTo: 'waste',
    },
  ],
  [
    '9904',
    'damaged',
    'picking receiving waste return',
    'Damaged',
    'تلف',
    { aliases: 'تالف', returnsTo: 'hold' },
  ],
  ['9905', 'substituted', 'picking approval', 'Substituted', 'استُبدل'],
  ['9906', 'whole_packs', 'picking approval', 'Whole packs only', 'عبوات كاملة فقط'],
  ['9907', 'supplier_short', 'picking', 'Supplier delivered short', 'نقص في توريد المورّد'],
  ['9908', 'not_ready', 'picking', 'Batch not ready in time', 'لم تجهز الدفعة في موعدها'],
  ['9909', 'not_delivered', 'receiving', 'Not in the delivery', 'لم يصل مع الشحنة'],
  ['9910', 'wrong_item', 'receiving', 'Wrong item delivered', 'سُلّم صنف خاطئ'],
  ['9911', 'broken', 'receiving return', 'Broken or leaking', 'مكسور أو يتسرّب', { returnsTo: 'waste' }],
  [
    '9912',
    'temperature',
    'receiving waste return',
    'Temperature',
    'درجة الحرارة',
    { aliases: 'Wrong temperature\nدرجة حرارة غير مناسبة', returnsTo: 'hold' },
  ],
  ['9913', 'miscounted', 'receiving', 'Miscounted at the kitchen', 'خطأ في العدّ في المطبخ'],
  ['9914', 'enough_in_stock', 'approval', 'Enough in stock', 'المخزون كافٍ'],
  ['9915', 'over_budget', 'approval', 'Over budget', 'فوق الميزانية', { aliases: 'Above the weekly budget' }],
  ['9916', 'promotion', 'approval', 'Promotion', 'عرض ترويجي'],
  ['9917', 'typing_mistake', 'approval correction', 'Typing mistake', 'خطأ في الكتابة'],
  ['9918', 'shared_out', 'approval', 'Allocated across branches', 'وُزّع على الفروع'],
  [
    '9919',
    'no_room',
    'approval',
    'No storage space at branch',
    'لا مكان في الفرع',
    { aliases: 'Storage at the branch is full' },
  ],
  ['9920', 'unavailable', 'moves', 'Not available', 'غير متوفر'],
  ['9921', 'ordered_twice', 'moves', 'Ordered twice', 'طُلب مرتين'],
  ['9922', 'not_for_branch', 'moves', 'Not for this branch', 'ليس لهذا الفرع'],
  ['9923', 'too_much', 'moves', 'Quantities too high', 'الكميات كبيرة جدًا'],
  ['9924', 'wrong_date', 'moves', 'Wrong delivery date', 'تاريخ التسليم خاطئ'],
  ['9925', 'items_missing', 'moves', 'Items missing', 'أصناف ناقصة'],
  ['9926', 'by_mistake', 'moves', 'Ordered by mistake', 'طُلب بالخطأ'],
  ['9927', 'branch_closed', 'moves', 'Branch closed', 'الفرع مغلق'],
  ['9928', 'no_delivery', 'moves', 'No delivery on that day', 'لا توصيل في ذلك اليوم'],
  ['9929', 'spoiled', 'waste', 'Spoiled', 'فساد'],
  ['9930', 'overproduction', 'waste', 'Overproduction', 'فائض إنتاج'],
  ['9931', 'trim', 'waste', 'Trim', 'بقايا تجهيز'],
  ['9932', 'customer return', 'waste', 'Customer return', 'مرتجع عميل'],
  ['9933', 'dropped', 'picking waste', 'Dropped', 'سقوط', { aliases: 'Dropped while picking' }],
  ['9934', 'missing', 'waste count', 'Missing', 'مفقود'],
  ['9935', 'staff meal', 'waste', 'Staff meal', 'وجبة موظفين'],
  ['9936', 'overstock', 'return', 'Too much in stock', 'فائض في المخزون', { returnsTo: 'stock' }],
  ['9937', 'recalled', 'waste return', 'Recalled', 'مسحوب من السوق', { returnsTo: 'hold' }],
  ['9938', 'miscount', 'count', 'Earlier miscount', 'خطأ في جرد سابق'],
  ['9939', 'not_entered', 'count', 'Delivery or transfer not entered', 'توريد أو نقل لم يُسجَّل'],
  ['9940', 'waste_not_entered', 'count', 'Waste not recorded', 'هدر لم يُسجَّل'],
  ['9941', 'theft', 'count', 'Theft', 'سرقة'],
  [
    '9942',
    'other',
    'picking receiving approval moves waste return count correction difference',
    'Other',
    'أخرى',
    { returnsTo: 'hold', requiresNote: 1 },
  ],
];

/**
 * Suffix of the id, key, label, description, permissions (create, edit, delete, view), pages, and whether
 * changes need a review.
 */
const roles = [
  [
    '0001',
    'master_admin',
    'Master admin',
    'Account owner with every permission and every page.',
    [1, 1, 1, 1],
    ['*'],
  ],
  ['0002', 'admin', 'Admin', 'Head office: master data, users, prices and every order.', [1, 1, 1, 1], ['*']],
  [
    '0003',
    'custom_role_sk',
    'Branch',
    'Places orders, receives deliveries, counts stock and records waste for a branch.',
    [1, 1, 0, 1],
    ['branch-order'],
    1,
  ],
  [
    '0004',
    'custom_role_ck',
    'Central kitchen',
    'Processes the orders that branches send to a central kitchen.',
    [1, 1, 0, 1],
    ['central-kitchen', 'inventory', 'production', 'operations'],
  ],
] as const;

/** Inserts the reasons that businesses commonly use and the four roles of every installation. */
export async function insertInitialRows(db: Kysely<never>): Promise<void> {
  const writer = db as unknown as Kysely<Database>;
  const reasonRows = reasons.map(([id, code, usedFor, name, nameAlt, options]) => ({
    ...common,
    _id: buildId(id),
    code,
    name,
    nameAlt,
    search: buildSearchText(name, nameAlt, code),
    ...Object.fromEntries(
      Object.entries(columnByUse).map(([use, column]) => [column, Number(usedFor.split(' ').includes(use))]),
    ),
    aliases: options?.aliases ?? null,
    returnsTo: options?.returnsTo ?? null,
    requiresNote: options?.requiresNote ?? 0,
  }));
  await writer
    .insertInto('reasons')
    .values(reasonRows as never)
    .execute();
  const roleRows = roles.map(
    ([id, key, label, description, [canCreate, canEdit, canDelete, canView], pages, requiresReview = 0]) => ({
      ...common,
      _id: buildId(id),
      key,
      label,
      description,
      canCreate,
      canEdit,
      canDelete,
      canView,
      allowedPages: JSON.stringify(pages),
      requiresReview,
    }),
  );
  await writer
    .insertInto('roles')
    .values(roleRows as never)
    .execute();
}
