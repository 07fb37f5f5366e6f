import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { ledgerMessages } from './messages.ts';
import { arabic as wasteReasons } from './reason-messages.ar.ts';

export const arabic: TranslationOf<typeof ledgerMessages> = {
  loading: 'جارٍ تحميل بطاقة الصنف',
  ledger: 'دفتر الحركات',
  ledgerFailed: 'تعذّر تحميل دفتر الحركات',
  ledgerEmpty: 'لم تحدث أي حركة هنا بعد.',
  columns: { what: 'الحركة', change: 'التغيّر', balance: 'الرصيد' },
  more: 'تحميل المزيد',
  moreFailed: 'تعذّر تحميل المزيد، حاول مرة أخرى',
  end: 'هذا أول قيد.',
  openDoc: (docNo) => `فتح ${docNo}`,
  from: (place) => `من ${place}`,
  to: (place) => `إلى ${place}`,
  lot: (lot) => `الدفعة ${lot}`,
  reverses: (seq) => `يعكس القيد ${seq}`,
  reasons: {
    ...wasteReasons,
    // Said of what was found at a delivery, too.
    damaged: 'تالف',
    short: 'ناقص',
    over: 'زائد',
    wrong_item: 'صنف خاطئ',
  },
  kinds: {
    ship: 'شُحن',
    ship_reversal: 'استُرجعت الشحنة',
    receive: 'استُلم',
    receive_damaged: 'استُلم تالفًا',
    receipt: 'توريد بضاعة',
    opening: 'رصيد افتتاحي',
    opening_reversal: 'تراجع عن رصيد افتتاحي',
    production: 'أُنتج',
    waste: 'تم التخلص منه',
    waste_reversal: 'تراجع عن هدر',
    consumption: 'استُهلك',
    found_at_kitchen: 'وُجد في المطبخ',
    found_at_branch: 'وُجد في الفرع',
    resend: 'عاد لإعادة إرساله',
    written_off: 'شُطب',
    revaluation: 'تصحيح التكلفة',
    returned: 'أُعيد',
    confirmed: 'تأكد صرف الزيادة',
    confirmed_damaged: 'تأكد صرف الزيادة تالفة',
  },
};
