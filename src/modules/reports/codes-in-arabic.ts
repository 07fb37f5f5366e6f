import type { codesInEnglish } from './codes-in-english.ts';

export const codesInArabic: Readonly<Record<keyof typeof codesInEnglish, string>> = {
  brought_forward: 'رصيد مرحّل',
  negative: 'سالب',
  out: 'نفد',
  below_min: 'دون الحد الأدنى',
  below_par: 'دون المستوى المستهدف',
  practice: 'استدعاء تجريبي',
  real: 'استدعاء فعلي',
  waiting: 'بانتظار الرد',
  confirmed: 'مؤكد',
  ended: 'انتهى',
  within_limits: 'ضمن الحدود',
  checked_late: 'متأخر',
  out_of_limits: 'خارج الحدود',
  missed: 'فائت',
};
