import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { periodCloseMessages } from './messages.ts';

export const arabic: TranslationOf<typeof periodCloseMessages> = {
  title: 'إقفال الفترة',
  about:
    'أقفل الفترة عند اكتمالها. يُطابَق المخزون قبل إقفالها، وبعد ذلك لا يمكن الترحيل أو التعديل في أيامها.',
  open: 'كل الأيام مفتوحة.',
  closed: (day) => `مُقفلة حتى ${day}.`,
  until: 'إقفال الفترة حتى',
  hint: 'آخر يوم مُقفل بتوقيت كل موقع. اختيار يوم أسبق يعيد فتح الأيام التي بعده.',
  close: 'إقفال الفترة',
  closing: 'جارٍ مطابقة المخزون…',
  closedBy: (name, when) => `أقفلها ${name} في ${when}.`,
  checking: (day, name, when) => `جارٍ مطابقة المخزون لإقفال الفترة حتى ${day}. بدأها ${name} في ${when}.`,
  refused: (day, name, when) => `تعذّر إقفال الفترة حتى ${day}. المحاولة من ${name} في ${when}.`,
  progress: 'الفحوص المنجزة',
  canLeave: 'يمكنك مغادرة هذه الصفحة. تُقفل الفترة عند انتهاء الفحوص، ويمكن للآخرين متابعة العمل.',
  stopClosing: 'إلغاء الإقفال',
  interrupted: (day) => `انقطعت الفحوص حتى ${day}. أقفل الفترة من جديد.`,
  openAll: 'إعادة فتح كل الأيام',
  closeTitle: (day) => `إقفال الفترة حتى ${day}`,
  closeText: 'يُطابَق المخزون قبل إقفال الفترة. بعد ذلك لا يمكن الترحيل أو التعديل في أيامها.',
  checklist: 'ما زال مفتوحًا',
  checklistFailed: 'تعذّر تحميل ما لا يزال مفتوحًا',
  nothingOpen:
    'لا شيء مفتوح في هذه الفترة: لا فواتير مسودة ولا فروقات ولا عمليات جرد ولا استلامات غير مفوترة.',
  concerns: {
    counts: (count) => `عمليات جرد غير معتمدة: ${count}`,
    draftInvoices: (count) => `فواتير مسودة: ${count}`,
    discrepancies: (count) => `فروقات مفتوحة: ${count}`,
    notBilled: (count) => `استلامات لم تُفوتر بالكامل: ${count}`,
  },
  blocks: 'يمنع الإقفال',
  warns: 'راجعه أولًا',
  reopenTitle: 'إعادة فتح الأيام المقفلة',
  reopenAllText: (day) =>
    `يعيد فتح كل الأيام المقفلة حتى ${day}. يمكن لكل من لديه الصلاحية الترحيل فيها وتعديلها من جديد، وقد تتغير أرقام سبق الإبلاغ عنها.`,
  reopenText: (from, to) =>
    `يعيد فتح الأيام من ${from} إلى ${to}. يمكن لكل من لديه الصلاحية الترحيل فيها وتعديلها من جديد، وقد تتغير أرقام سبق الإبلاغ عنها.`,
  reopen: 'إعادة فتح الأيام',
  reopenReasonHint: 'يظهر في هذه الصفحة وفي سجل التدقيق مع اسمك.',
  reopened: (name, when, from, to, isAll) =>
    isAll
      ? `أعاد ${name} فتح كل الأيام حتى ${to} في ${when}.`
      : `أعاد ${name} فتح الأيام من ${from} إلى ${to} في ${when}.`,
  saved: (day) => `أُقفلت الفترة حتى ${day}.`,
  opened: 'أُعيد فتح كل الأيام.',
  dayRequired: 'اختر تاريخًا.',
  failed: 'تعذّر إقفال الفترة.',
  fixFirst: 'صحّح ما يلي قبل الإقفال',
  loading: 'جارٍ تحميل الفترات المقفلة',
  loadFailed: 'تعذّر تحميل الفترات المقفلة',
};
