import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { prepMessages } from './prep-messages.ts';

export const arabic: TranslationOf<typeof prepMessages> = {
  context: 'ما يحضّره كل قسم حسب الطلبات والمتوقع والمستويات المستهدفة.',
  place: 'الموقع',
  section: 'القسم',
  allSections: 'كل الأقسام',
  noPlace: 'اختر موقعًا.',
  loading: 'جارٍ تحميل قائمة التحضير',
  failed: 'تعذّر تحميل قائمة التحضير',
  none: 'لا شيء للتحضير',
  noneText:
    'يحضّر المطبخ الأصناف التي لها وصفة، ويحضّر الفرع منها ما لا يمكنه طلبه. حدد مستويات مستهدفة لتحضير أصناف بلا طلبات أو مبيعات.',
  progress: (done, total) => `تم ${done} من ${total}`,
  onHand: (amount) => `الموجود ${amount}`,
  made: (amount) => `حُضّر ${amount}`,
  qty: (item) => `${item}، الكمية المحضّرة`,
  batchQty: (item, number) => `${item}، الكمية المحضّرة في ${number}`,
  done: 'تم',
  record: (item) => `تم: ${item}`,
  recordBatch: (item, number) => `تم: ${item}، ${number}`,
  recorded: (item, amount) => `${item}: أُضيف ${amount} إلى المخزون.`,
  pending: 'بانتظار الإرسال',
};
