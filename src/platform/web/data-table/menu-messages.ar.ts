import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { tableMenuMessages } from './menu-messages.ts';

export const arabic: TranslationOf<typeof tableMenuMessages> = {
  columns: 'الأعمدة',
  resetColumns: 'الأعمدة الافتراضية',
  density: 'ارتفاع الصفوف',
  densities: { auto: 'تلقائي', compact: 'مدمج', comfortable: 'مريح' },
  allFiltered: 'كل الصفوف المطابقة للتصفية',
  csv: 'CSV',
  xlsx: 'Excel ‏(XLSX)',
  progress: 'تصدير',
  collecting: (done, total) => `جارٍ جمع الصفوف: ${done} من ${total}`,
  collected: (done) => `جارٍ جمع الصفوف: ${done}`,
  cancel: 'إلغاء',
};
