import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { booksMessages } from './messages.ts';

export const arabic: TranslationOf<typeof booksMessages> = {
  title: 'إقفال الدفاتر',
  about:
    'عند انتهاء الشهر أقفل دفاتره: لا يسري شيء بعد ذلك على يوم مُقفل، ويبقى ما رُحِّل فيه كما هو. يُفحص المخزون أولًا.',
  open: 'كل الأيام مفتوحة.',
  closed: (day) => `مُقفلة حتى ${day}.`,
  until: 'إقفال الدفاتر حتى',
  hint: 'آخر يوم مُقفل، بحسب ساعة كل موقع. اختيار يوم أسبق يعيد فتح الأيام التي بينهما.',
  close: 'إقفال الدفاتر',
  closing: 'جارٍ فحص الدفاتر…',
  closedBy: (name, when) => `أقفلها ${name} في ${when}.`,
  checking: (day, name, when) => `جارٍ فحص الدفاتر حتى ${day}. بدأه ${name} في ${when}.`,
  refused: (day, name, when) => `تعذّر إقفال الدفاتر حتى ${day}. المحاولة من ${name} في ${when}.`,
  progress: 'الفحوص المنجزة',
  goesOn: 'يمكنك مغادرة هذه الصفحة: تُقفل الدفاتر عند انتهاء الفحص، ويمكن للآخرين متابعة العمل.',
  stopClosing: 'إلغاء الإقفال',
  interrupted: (day) => `انقطع فحص الدفاتر حتى ${day}. أعد إقفال الدفاتر.`,
  openAll: 'إعادة فتح كل الأيام',
  saved: (day) => `أُقفلت الدفاتر حتى ${day}.`,
  opened: 'كل الأيام مفتوحة من جديد.',
  needed: 'اختر يومًا.',
  failed: 'تعذّر إقفال الدفاتر.',
  hinders: 'ما يجب تصحيحه أولًا',
  loading: 'جارٍ تحميل الدفاتر',
  loadFailed: 'تعذّر تحميل الدفاتر',
};
