import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'gallery'> = {
  one: 'صورة',
  many: 'الصور',
  fields: { ...namesInArabic, alt: 'النص البديل', altAlt: 'النص البديل باللغة الثانية', tags: 'الوسوم' },
  choices: {},
  hints: { alt: 'وصف الصورة لمن لا يراها.' },
};
