import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { sessionMessages } from './messages.ts';

export const arabic: TranslationOf<typeof sessionMessages> = {
  loginFailed: 'تعذّر تسجيل الدخول',
  registrationFailed: 'تعذّر إنشاء الحساب',
  invalid: 'البريد الإلكتروني أو كلمة المرور غير صحيحة',
  tooMany: 'محاولات تسجيل الدخول كثيرة. يرجى المحاولة لاحقًا.',
  unexpected: 'حدث خطأ غير متوقع. يرجى المحاولة مرة أخرى.',
};
