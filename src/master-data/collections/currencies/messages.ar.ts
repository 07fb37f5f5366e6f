import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { currenciesMessages } from './messages.ts';

export const arabic: TranslationOf<typeof currenciesMessages> = {
  list: {
    now: 'السعر الحالي',
    base: (name) =>
      `${name} هي العملة الأساسية: تقول الأسعار كم منها تساوي الواحدة من عملة أخرى. وإذا جُعلت عملة أخرى أساسية انتقلت إليها هذه الصفة وأُدخلت أسعارها من جديد.`,
    noBase: 'لا عملة أساسية بعد: حدّد واحدة كي تُقاس الأسعار بها.',
  },
  rates: {
    base: 'هذه هي العملة الأساسية: تُقاس بها كل العملات الأخرى ولا تحتاج إلى سعر.',
    rule: (code) => `ابتداءً من اليوم المحدد تساوي ${code} واحدة هذا القدر من العملة الأساسية.`,
    thisCurrency: 'وحدة منها',
    day: 'من',
    rate: 'السعر',
    add: 'إضافة سعر',
    remove: (day) => `حذف السعر من ${day}`,
    none: 'لا سعر بعد.',
    now: 'الحالي',
    planned: 'مخطط',
  },
};
