import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { lotMessages } from './messages.ts';

export const arabic: TranslationOf<typeof lotMessages> = {
  title: 'الدفعات',
  none: 'بلا دفعة',
  picked: (amount) => `جُهِّز منها ${amount}`,
  goodUntil: (day) => `صالحة حتى ${day}`,
  states: { held: 'موقوفة', expired: 'منتهية' },
  heldBy: (person, why) => `${why} · ${person}`,
  hold: 'إيقاف',
  release: 'إفراج',
  holdOf: (lot) => `إيقاف الدفعة ${lot}`,
  releaseOf: (lot) => `الإفراج عن الدفعة ${lot}`,
  holdHint: 'من الآن لا تُجهَّز ولا تُشحن ولا تُستعمل في أي مكان، حتى لو جُهِّزت من قبل.',
  releaseHint: 'من الآن يمكن تجهيزها وشحنها واستعمالها من جديد.',
  why: 'السبب',
  choose: 'اختر',
  whyMissing: 'اذكر السبب.',
  note: 'ملاحظة',
  reasons: {
    recall: 'استرجاع',
    quality: 'الجودة',
    temperature: 'الحرارة',
    damaged: 'تلف',
    papers: 'المستندات',
    checked: 'فُحصت وهي سليمة',
    mistake: 'أوقفت خطأً',
    other: 'غير ذلك',
  },
  failed: 'لم يُحفظ. حاول مرة أخرى.',
  cancel: 'إلغاء',
};
