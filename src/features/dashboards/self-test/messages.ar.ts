import { formatCount } from '#src/lib/format/format.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { selfTestMessages } from './messages.ts';

const calls = (count: number) => {
  if (count === 1) return 'استدعاء واحد';
  if (count === 2) return 'استدعاءين';
  const rest = count % 100;
  return rest >= 3 && rest <= 10 ? `${formatCount(count)} استدعاءات` : `${formatCount(count)} استدعاءً`;
};

export const arabic: TranslationOf<typeof selfTestMessages> = {
  context: 'يستدعي كل نقاط واجهة API مرة واحدة بصلاحياتك، ولا يغيّر شيئًا.',
  run: 'تشغيل',
  runAgain: 'تشغيل من جديد',
  stop: 'إيقاف',
  notRun: 'لم يُشغَّل بعد',
  notRunText: 'يستغرق الفحص بضع ثوانٍ.',
  progress: (done, all) => `تم ${formatCount(done)} من ${calls(all)}`,
  allFine: (fine) => `استجاب ${calls(fine)} كما ينبغي. لا أخطاء.`,
  faults: (faults, asked) => `${formatCount(faults)} من ${calls(asked)} بحاجة إلى من ينظر فيها.`,
  latency: (median, slowest) => `نصفها خلال ${median} مللي ثانية، وأبطؤها خلال ${slowest} مللي ثانية.`,
  table: 'استدعاءات واجهة API',
  columns: {
    call: 'الاستدعاء',
    result: 'النتيجة',
    status: 'الرمز',
    latency: 'الزمن بالمللي ثانية',
    count: 'الصفوف',
  },
  groups: { spec: 'المواصفة', ours: 'خاصتنا' },
  verdicts: {
    fine: 'سليم',
    unreadable: 'لا يُقرأ',
    refused: 'غير مسموح',
    missing: 'غير متاح',
    failed: 'فشل',
    skipped: 'لا صف للسؤال عنه',
  },
  device: {
    title: 'هذا الجهاز',
    notifications: 'الإشعارات',
    states: {
      granted: 'مسموح بها',
      denied: 'محظورة في المتصفح',
      default: 'لم يُسأل عنها بعد',
      unsupported: 'لا يوفرها هذا المتصفح',
    },
    hits: 'نسبة إصابة الذاكرة المؤقتة',
    hitsOf: (rate, reads) => `${rate} من ${reads} قراءة`,
    noReads: 'لم يُقرأ شيء بعد',
    entries: 'مدخلات الذاكرة المؤقتة',
  },
  rights: {
    title: 'ما يمكنك رؤيته وفعله',
    summary: (open, all) => `يمكنك فتح ${formatCount(open)} من ${formatCount(all)} صفحة.`,
    master: 'بصفتك مديرًا رئيسيًا يمكنك فعل كل شيء.',
    show: 'عرض الصفحات',
    table: 'الصفحات وما يمكنك فعله فيها',
    page: 'الصفحة',
    open: 'فتح',
    flags: { canView: 'عرض', canCreate: 'إنشاء', canEdit: 'تعديل', canDelete: 'حذف' },
    yes: 'نعم',
    no: 'لا',
  },
};
