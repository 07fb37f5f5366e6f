import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'sections'> = {
  one: 'قسم',
  many: 'الأقسام',
  fields: {
    ...namesInArabic,
    code: 'الرمز',
    branchId: 'الفرع',
    type: 'النوع',
    temperature: 'درجة الحرارة',
    sortOrder: 'ترتيب المرور',
  },
  choices: {
    type: { storage: 'تخزين', production: 'إنتاج', dispatch: 'إرسال' },
    temperature: { ambient: 'حرارة الغرفة', chilled: 'مبرّد', frozen: 'مجمّد' },
  },
  hints: { branchId: 'اتركه فارغًا إن كان القسم موجودًا في كل فرع.' },
};
