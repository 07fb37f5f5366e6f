import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { documentMessages } from './messages.ts';

export const arabic: TranslationOf<typeof documentMessages> = {
  states: {
    queued: 'في الانتظار',
    sending: 'جارٍ الإرسال',
    sent: 'محفوظ',
    'needs-attention': 'يحتاج إلى انتباهك',
  },
  stages: 'المراحل',
  stageReached: 'تمت',
  stageNow: 'الآن',
  history: 'السجل',
  made: 'أُنشئ',
  commented: 'تعليق',
  changed: 'عُدِّل',
  otherMoves: 'إجراءات أخرى',
  moveTitle: (verb, number) => `${verb}: ${number}`,
  reason: 'السبب',
  reasonHint: 'يظهر في سجل المستند.',
  reasonMissing: 'أدخل السبب.',
  back: 'رجوع',
  delete: 'حذف المسودة',
  deleteQuestion: (number) => `حذف ${number}؟`,
  deleteText: 'لا يمكن التراجع عن هذا.',
  deleted: (number) => `تم حذف ${number}.`,
  busy: 'ما زال الإجراء السابق قيد الإرسال.',
  stale: 'غيّر شخص آخر هذا المستند. راجع أحدث نسخة ثم حاول مرة أخرى.',
  noPlaces: 'لم يُعيَّن لك أي موقع مناسب. اطلب من المسؤول تعيين موقع لك.',
  storedOnDevice: 'محفوظ على هذا الجهاز. سيُرسل عند عودة الاتصال.',
  taxNumber: 'الرقم الضريبي',
  gone: 'هذا المستند غير موجود أو ليست لديك صلاحية الاطلاع عليه.',
};
