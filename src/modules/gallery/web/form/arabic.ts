import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'gallery'> = {
  one: 'صورة',
  many: 'الصور',
  fields: { ...namesInArabic, alt: 'النص البديل', altAlt: 'النص البديل باللغة الثانية', tags: 'الوسوم' },
  choices: {},
  hints: { alt: 'وصف الصورة لمن لا يراها.' },
};
