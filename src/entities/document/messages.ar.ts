import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { documentMessages } from './messages.ts';

export const arabic: TranslationOf<typeof documentMessages> = {
  states: {
    queued: 'في الانتظار',
    sending: 'جارٍ الإرسال',
    sent: 'محفوظ على الخادم',
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
  reasonHint: 'يُدوَّن في السجل حيث يقرؤه الطرف الآخر.',
  reasonMissing: 'اذكر السبب.',
  back: 'رجوع',
  busy: 'ما زال الإجراء السابق في طريقه إلى الخادم.',
  stale: 'غيّر شخص آخر هذا المستند في هذه الأثناء. يظهر الآن كما هو: راجعه ثم أعد المحاولة.',
  noPlaces: 'لم يُعيَّن لك أي موقع لهذا. يمكن لمن يدير المستخدمين تعيين موقع.',
  gone: 'لم يعد هذا المستند موجودًا، أو لا يحق لك الاطلاع عليه.',
};
