import { formatCount } from '#platform/web/format/format.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { selfTestMessages } from './messages.ts';

const calls = (count: number) => {
  if (count === 1) return 'استدعاء واحد';
  if (count === 2) return 'استدعاءين';
  const rest = count % 100;
  return rest >= 3 && rest <= 10 ? `${formatCount(count)} استدعاءات` : `${formatCount(count)} استدعاءً`;
};

export const arabic: TranslationOf<typeof selfTestMessages> = {
  context: 'ينفذ كل استدعاءات واجهة API مرة واحدة بصلاحياتك، ولا يغيّر شيئًا.',
  run: 'تشغيل',
  runAgain: 'تشغيل من جديد',
  stop: 'إيقاف',
  notRun: 'لم يُشغَّل بعد',
  notRunText: 'يستغرق الفحص بضع ثوانٍ.',
  progress: (done, all) => `تم ${formatCount(done)} من ${calls(all)}`,
  allFine: (fine) => `نجح ${calls(fine)}. لا مشكلات.`,
  problems: (problems, total) => `${formatCount(problems)} من ${calls(total)} تحتاج إلى مراجعة.`,
  latency: (median, slowest) => `الوسيط ${median} مللي ثانية، والأبطأ ${slowest} مللي ثانية.`,
  table: 'استدعاءات واجهة API',
  columns: {
    call: 'الاستدعاء',
    result: 'النتيجة',
    status: 'الرمز',
    latency: 'الزمن بالمللي ثانية',
    count: 'الصفوف',
  },
  groups: { spec: 'المواصفة', additional: 'إضافية' },
  verdicts: {
    fine: 'سليم',
    unreadable: 'غير مقروء',
    refused: 'غير مسموح',
    missing: 'غير متاح',
    failed: 'فشل',
    skipped: 'تُخطّي: لا سجل لتحميله',
  },
  device: {
    title: 'هذا الجهاز',
    notifications: 'الإشعارات',
    states: {
      granted: 'مسموح بها',
      denied: 'محظورة في المتصفح',
      default: 'لم تُطلب بعد',
      unsupported: 'لا يدعمها هذا المتصفح',
    },
    hitRate: 'نسبة إصابة الذاكرة المؤقتة',
    hitRateDetails: (rate, reads) => `${rate} من ${reads} قراءة`,
    noReads: 'لم يُقرأ شيء بعد',
    entries: 'مدخلات الذاكرة المؤقتة',
  },
  rights: {
    title: 'صلاحياتك',
    summary: (open, all) => `يمكنك فتح ${formatCount(open)} من ${formatCount(all)} صفحة.`,
    master: 'بصفتك مديرًا عامًا لديك كل الصلاحيات.',
    show: 'عرض الصفحات',
    table: 'الصفحات والصلاحيات',
    page: 'الصفحة',
    open: 'فتح',
    flags: { canView: 'عرض', canCreate: 'إنشاء', canEdit: 'تعديل', canDelete: 'حذف' },
    yes: 'نعم',
    no: 'لا',
  },
};
