import { arabicCount } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { reconcileMessages } from './reconcile-messages.ts';

const difference = {
  none: 'لا فروقات',
  one: 'فرق واحد',
  two: 'فرقان',
  few: 'فروقات',
  many: 'فرقًا',
  other: 'فرق',
};
const differences = arabicCount(difference);
/** After another noun: `تسوية فرقين`. */
const ofDifferences = arabicCount({ ...difference, two: 'فرقين' });

export const arabic: TranslationOf<typeof reconcileMessages> = {
  empty: {
    title: 'لا شيء للتسوية',
    text: 'يظهر هنا ما تبلّغ عنه الفروع من ناقص أو تالف أو زائد.',
  },
  oneBranch: (name) => `${name} فقط`,
  thatBranch: 'فرع واحد',
  allBranches: 'عرض كل الفروع',
  types: { short: 'ناقص', damaged: 'تالف', over: 'زائد', wrong_item: 'صنف خاطئ' },
  failed: 'تعذّر تحميل الفروقات',
  loading: 'جارٍ تحميل الفروقات',
  from: (branch, orderNo) => `${branch} · ${orderNo}`,
  openOrder: (orderNo) => `فتح الطلب ${orderNo}`,
  age: (age) => `أُبلغ عنه ${age}`,
  value: (value) => `القيمة ${value}`,
  select: (item, orderNo) => `تحديد فرق ${item} في ${orderNo}`,
  selected: (count) => `المحدد: ${differences(count)}`,
  clear: 'إلغاء التحديد',
  resolveSelected: (count) => `تسوية ${ofDifferences(count)}`,
  oneType: 'حدّد فروقات من نوع واحد لتسويتها معًا.',
  nothingShared: 'لا يوجد قرار يمكنك اتخاذه لهذه الفروقات كلها معًا.',
  titleOfSeveral: (type, count) => `${type}: ${differences(count)}`,
  them: 'كلها',
  resolvedSeveral: (count) => `تمت تسوية ${ofDifferences(count)}.`,
  outcomes: 'نتيجة التسوية',
  isResolved: 'تمت التسوية.',
  settled: (who, action, target, age) =>
    `سبقك ${who ?? 'شخص آخر'} إلى تسوية هذا الفرق ${age}: «${action}»${target === null ? '' : `، والخسارة على: ${target}`}.`,
  settledNote: 'لم يُسجَّل شيء مما اخترته. أغلق هذه النافذة، أو افتح الطلب للاطلاع عليه.',
  gone: 'لم يعد هذا الفرق موجودًا.',
  close: 'إغلاق',
  resolve: 'تسوية',
  resolveThis: (item, orderNo) => `تسوية فرق ${item} في ${orderNo}`,
  notYours: 'ليست هذه التسوية من صلاحياتك.',
  title: (type, item) => `${type}: ${item}`,
  what: 'ماذا حدث لها؟',
  actions: {
    found_at_kitchen: 'وُجدت في المطبخ',
    resend: 'إرسالها مرة أخرى',
    written_off: 'شطبها',
    found_at_branch: 'وُجدت في الفرع',
    returned: 'أُعيدت',
    confirmed: 'تأكيد صرف الزيادة',
  },
  posts: {
    nothing: () => 'لا حركة في المخزون.',
    'transit kitchen': (qty) => `تعود ${qty} من الطريق إلى مخزون المطبخ.`,
    'transit wastage': (qty) => `تخرج ${qty} من الطريق هدرًا.`,
    'transit branch': (qty) => `تنتقل ${qty} من الطريق إلى مخزون الفرع.`,
    'hold wastage': (qty) => `تخرج ${qty} من موقوفات الفرع هدرًا.`,
    'hold kitchen': (qty) => `تعود ${qty} من موقوفات الفرع إلى مخزون المطبخ.`,
    'kitchen branch': (qty) => `تنتقل ${qty} من مخزون المطبخ إلى مخزون الفرع.`,
  },
  followUp: 'يُنشأ طلب جديد يرسلها مرة أخرى.',
  chargedTo: 'من يتحمل الخسارة؟',
  targets: { kitchen: 'المطبخ', branch: 'الفرع', carrier: 'الناقل' },
  chooseTarget: 'اختر من يتحملها',
  chooseAction: 'اختر ماذا حدث لها.',
  note: 'ملاحظة',
  confirm: 'تسوية',
  back: 'رجوع',
  resolved: (item) => `تمت التسوية: ${item}.`,
};
