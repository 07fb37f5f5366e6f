import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { signInMessages } from './messages.ts';

export const arabic: TranslationOf<typeof signInMessages> = {
  heading: 'مرحبًا بعودتك',
  text: 'يرجى تسجيل الدخول إلى حسابك',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  showPassword: 'إظهار كلمة المرور',
  hidePassword: 'إخفاء كلمة المرور',
  signIn: 'تسجيل الدخول',
  busy: 'جارٍ تسجيل الدخول والتحديث...',
  help: 'هل تحتاج إلى مساعدة؟ تواصل مع المسؤول',
  capsLock: 'مفتاح Caps Lock مفعّل.',
  ended: {
    'rejected-by-server': 'تعذّر التحقق من هويتك. يرجى تسجيل الدخول مرة أخرى.',
    expired: 'تم تسجيل خروجك بعد مرور 8 ساعات. يرجى تسجيل الدخول مرة أخرى.',
    'other-tab': 'تم تسجيل خروجك في علامة تبويب أخرى.',
  },
  device: {
    offline: 'هذا الجهاز غير متصل. يمكنك تسجيل الدخول عند عودة الاتصال.',
    waiting: (count) => `إجراءات بانتظار الإرسال: ${count}. تُرسل بعد أن يسجّل صاحبها الدخول.`,
    waitingFor: (name, count) =>
      `إجراءات بانتظار الإرسال باسم ${name}: ${count}. تُرسل بعد أن يسجّل ${name} الدخول.`,
  },
  initialPassword: {
    heading: 'اختر كلمة مرور جديدة',
    text: 'كلمة مرورك الحالية عيّنها المسؤول. اختر كلمة مرور لا يعرفها سواك.',
    currentPassword: 'كلمة المرور الحالية',
    newPassword: 'كلمة المرور الجديدة',
    hint: '8 أحرف على الأقل.',
    submit: 'حفظ ومتابعة',
    busy: 'جارٍ الحفظ...',
    failed: 'تعذّر تغيير كلمة المرور.',
    signOut: 'تسجيل الخروج',
  },
  setup: {
    heading: 'إعداد Commissary',
    text: 'لا يوجد مسؤول بعد. أدخل رمز الإعداد الذي طبعه الخادم عند بدء تشغيله.',
    token: 'رمز الإعداد',
    name: 'اسمك',
    passwordHint: '8 أحرف على الأقل.',
    submit: 'إنشاء حساب المسؤول',
    busy: 'جارٍ الإنشاء...',
  },
};
