import { moveKindNamesInArabic } from '#modules/stock/move-kind-names-in-arabic.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { ledgerMessages } from './messages.ts';
import { arabic as wasteReasons } from './reason-messages.ar.ts';

export const arabic: TranslationOf<typeof ledgerMessages> = {
  loading: 'جارٍ تحميل بطاقة الصنف',
  ledger: 'دفتر الحركات',
  ledgerFailed: 'تعذّر تحميل دفتر الحركات',
  ledgerEmpty: 'لا توجد حركات مخزون بعد.',
  columns: { movement: 'الحركة', change: 'التغيّر', balance: 'الرصيد' },
  more: 'تحميل المزيد',
  moreFailed: 'تعذّر تحميل المزيد. حاول مرة أخرى.',
  end: 'هذه أول حركة.',
  sales: 'مبيعات اليوم',
  openDoc: (docNo) => `فتح ${docNo}`,
  notLinked: {
    import: 'إدخال يدوي أو استيراد، بلا مستند',
    noAccess: 'في صفحة غير متاحة لك',
    noNumber: 'بلا مستند',
  },
  from: (place) => `من ${place}`,
  to: (place) => `إلى ${place}`,
  lot: (lot) => `الدفعة ${lot}`,
  reverses: (seq) => `يعكس الحركة ${seq}`,
  reasons: {
    ...wasteReasons,
    // Also used for delivery discrepancies.
    damaged: 'تالف',
    short: 'ناقص',
    over: 'زائد',
    wrong_item: 'صنف خاطئ',
  },
  kinds: moveKindNamesInArabic,
};
