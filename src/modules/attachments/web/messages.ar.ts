import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { attachmentMessages } from './messages.ts';

export const arabic: TranslationOf<typeof attachmentMessages> = {
  title: 'الصور',
  take: 'التقاط صورة',
  add: 'إضافة صور',
  takeOf: (subject) => `التقاط صورة: ${subject}`,
  addOf: (subject) => `إضافة صور: ${subject}`,
  photo: (subject, by, at) => [`صورة: ${subject}`, by, at].filter(Boolean).join('، '),
  waiting: (subject, state) => `صورة: ${subject}، ${state}`,
  states: {
    savedOnDevice: 'محفوظة على هذا الجهاز',
    queued: 'في الانتظار',
    sending: 'قيد الإرسال',
    'needs-attention': 'تحتاج إلى انتباه',
  },
  full: (max) => `الحد الأقصى ${max} صورة. أزل واحدة أولًا.`,
  remove: 'إزالة الصورة',
  removed: 'أُزيلت الصورة.',
  close: 'إغلاق',
  notRead: 'لا يمكن قراءة هذا الملف كصورة. اختر ملف JPEG أو PNG أو WebP أو AVIF أو GIF.',
  tooLarge: 'حجم الملف أكبر من 8 ميغابايت. اختر ملفًا أصغر.',
  outOfSpace: 'نفدت مساحة التخزين المخصصة للصور في هذا الجهاز.',
};
