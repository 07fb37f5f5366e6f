import { formatCount } from '#src/lib/format/format.ts';
import { arabicItems, arabicOrders } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { pickMessages } from './messages.ts';

export const arabic: TranslationOf<typeof pickMessages> = {
  context: (orderCount, itemCount) => `${arabicItems(itemCount)} · ${arabicOrders(orderCount)} قيد التجهيز`,
  entered: 'خذ هذه القائمة معك بين الرفوف. تُدخَل الكميات المجهَّزة لكل طلب في صفحة تجهيز الطلبات.',
  enter: 'إدخال الكميات المجهَّزة',
  loading: 'جارٍ تحميل قائمة التجهيز',
  failed: 'تعذّر تحميل الطلبات',
  print: 'طباعة',
  date: 'التسليم',
  allDates: 'كل الأيام',
  section: 'القسم',
  allSections: 'كل الأقسام',
  kitchen: 'المطبخ',
  allKitchens: 'كل المطابخ',
  other: 'أصناف أخرى',
  item: 'الصنف',
  needed: 'المطلوب',
  picked: 'المجهَّز',
  available: 'المتاح',
  split: 'حسب الفرع',
  unknown: 'غير معروف',
  missing: (amount) => `ينقص ${amount}`,
  openOrder: (orderNo, branch) => `${branch}: فتح ${orderNo}`,
  more: (shown, total) => `أول ${formatCount(shown)} من ${total} من الطلبات قيد التجهيز.`,
  empty: 'لا شيء للتجهيز',
  emptyText: 'تظهر الأصناف هنا عند قبول طلب في لوحة متابعة المطبخ.',
  toDashboard: 'إلى لوحة المتابعة',
  nothingMatches: 'لا شيء للتجهيز يطابق عوامل التصفية',
};
