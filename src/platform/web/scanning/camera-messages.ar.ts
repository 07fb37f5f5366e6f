import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { cameraMessages } from './camera-messages.ts';

export const arabic: TranslationOf<typeof cameraMessages> = {
  starting: 'جارٍ تشغيل الكاميرا…',
  aim: 'ضع الرمز داخل الإطار.',
  scanAgain: 'اضغط على الصورة لمسح الرمز نفسه مرة أخرى.',
  read: (code) => `مُسح ${code}.`,
  continuous: 'متابعة المسح',
  torch: 'الإضاءة',
  camera: 'الكاميرا',
  unnamedCamera: (number) => `الكاميرا ${number}`,
  retry: 'إعادة المحاولة',
  errors: {
    insecure:
      'لا تسمح المتصفحات باستخدام الكاميرا إلا عبر HTTPS. افتح لوحة المتابعة من عنوانها الذي يبدأ بـ https:// أو اطلب من المسؤول إعداده.',
    missing: 'لا توجد كاميرا في هذا الجهاز. صِل كاميرا وأعد المحاولة، أو استخدم قارئ باركود.',
    refused: 'لا يُسمح للمتصفح باستخدام الكاميرا. اسمح بها لهذا الموقع في إعدادات المتصفح ثم أعد المحاولة.',
    busy: 'يستخدم تطبيق آخر الكاميرا. أغلقه ثم أعد المحاولة.',
    failed: 'تعذّر تشغيل الكاميرا. أعد المحاولة أو استخدم متصفحًا آخر.',
    notLoaded:
      'تعذّر تحميل قارئ الباركود. تحقق من الاتصال وأعد المحاولة. بعد أول استخدام يعمل دون اتصال أيضًا.',
  },
};
