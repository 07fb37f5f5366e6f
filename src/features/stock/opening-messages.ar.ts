import { arabicItems } from '#src/lib/i18n/arabic-count.ts';
import { amount } from '#src/lib/i18n/isolate.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { openingMessages } from './opening-messages.ts';

export const arabic: TranslationOf<typeof openingMessages> = {
  enter: 'إدخال المخزون الافتتاحي',
  title: 'المخزون الافتتاحي',
  context: 'ما هو موجود على الرفوف في اليوم الأول، وتكلفة الوحدة منه.',
  back: 'العودة إلى المخزون',
  loading: 'جارٍ تحميل الأصناف',
  failed: 'تعذّر تحميل أصناف هذا المكان',
  noPlace: 'لا يوجد مكان لإدخال مخزونه',
  noPlaceText: 'أضف فرعًا أو مطبخًا أولًا.',
  noItems: 'لا توجد أصناف بعد',
  noItemsText: 'أضف الأصناف أولًا، فيظهر لكل صنف سطر هنا.',
  addItems: 'الانتقال إلى الأصناف',
  place: 'المكان',
  search: 'البحث عن صنف أو رمز',
  nothingMatches: 'لا يوجد صنف مطابق',
  table: 'أصناف المكان',
  columns: { item: 'الصنف', qty: 'الكمية', unit: 'الوحدة', cost: 'تكلفة الوحدة' },
  qtyOf: (item) => `${item}، الكمية`,
  unitOf: (item) => `${item}، الوحدة`,
  costOf: (item, unit) => `${item}، تكلفة كل ${unit}`,
  per: (unit) => `لكل ${unit}`,
  there: (qty, unit) => `مسجّل من قبل: ${amount(qty, unit)}`,
  status: (filled, all) => `أُدخل ${filled} من ${all}`,
  worth: (value) => `بقيمة ${value}`,
  save: 'حفظ المخزون الافتتاحي',
  saving: 'جارٍ الحفظ',
  nothing: 'أدخل كمية أولًا.',
  restored: (count) => `ما أدخلته محفوظ هنا: ${arabicItems(count)}.`,
  discard: 'تجاهل',
  saved: (count) => `حُفظ المخزون الافتتاحي: ${arabicItems(count)}.`,
  undo: 'تراجع',
  undone: 'أُلغي المخزون الافتتاحي.',
  saveFailed: 'تعذّر حفظ المخزون الافتتاحي',
};
