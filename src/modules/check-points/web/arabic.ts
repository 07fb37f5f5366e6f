import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'check-points'> = {
  one: 'نقطة فحص',
  many: 'نقاط الفحص',
  fields: {
    ...namesInArabic,
    branchId: 'الموقع',
    kind: 'النوع',
    minTemp: 'الحد الأدنى (°م)',
    maxTemp: 'الحد الأقصى (°م)',
    times: 'مواعيد الفحص',
    weekdays: 'أيام الفحص',
    graceMinutes: 'المهلة (بالدقائق)',
    instructions: 'ما يجب فعله عند تجاوز الحدود',
    photoRequired: 'الصورة مطلوبة',
    signatureRequired: 'التوقيع مطلوب',
  },
  choices: { kind: { temperature: 'درجة حرارة', cleaning: 'تنظيف' } },
  hints: {
    maxTemp: 'لدرجات الحرارة: حد أدنى أو حد أقصى أو كلاهما.',
    times: 'بتوقيت الموقع، مثل 08:00. اتركه فارغًا للفحوص دون جدول.',
    graceMinutes: 'يُعد الفحص فائتًا إذا لم يُسجَّل خلال هذه المدة.',
    instructions: 'يظهر أثناء تسجيل الفحص.',
    signatureRequired: 'يؤكد من أجرى الفحص باسمه.',
  },
};
