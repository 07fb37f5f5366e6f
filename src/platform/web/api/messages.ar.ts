import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { apiMessages } from './messages.ts';

export const arabic: TranslationOf<typeof apiMessages> = {
  authenticationFailed: 'تعذّر التحقق من هويتك. يرجى تسجيل الدخول مرة أخرى.',
  network: 'تعذّر الاتصال بالشبكة. يرجى التحقق من اتصالك بالإنترنت والمحاولة مرة أخرى.',
  server: 'حدث خطأ في الخادم. يرجى المحاولة لاحقًا.',
  rateLimited: 'عدد الطلبات كبير جدًا. يرجى الانتظار قليلًا ثم المحاولة مرة أخرى.',
  refused: 'رفض الخادم هذا الطلب.',
  unreadable: 'تعذّرت قراءة ردّ الخادم.',
};
