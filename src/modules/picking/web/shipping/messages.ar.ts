import { formatArabicCount, arabicLines, arabicOrders } from '#platform/web/i18n/arabic-count.ts';
import { formatCount } from '#platform/web/format/format.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { shipTogetherMessages } from './messages.ts';

const crates = formatArabicCount({
  none: 'لا صناديق',
  one: 'صندوق واحد',
  two: 'صندوقان',
  few: 'صناديق',
  many: 'صندوقًا',
  other: 'صندوق',
});

export const arabic: TranslationOf<typeof shipTogetherMessages> = {
  title: 'الشحن المجمّع',
  back: 'كل الطلبات قيد التجهيز',
  day: 'يوم التسليم',
  allDays: 'كل الأيام',
  route: 'خط التوصيل',
  allRoutes: 'كل الخطوط',
  noRoute: 'بلا خط',
  ofRoute: (route) => `طلبات ${route}`,
  stop: (stop) => `المحطة ${formatCount(stop)}`,
  none: 'لا توجد طلبات قيد التجهيز تطابق البحث',
  empty: 'لا شيء للشحن',
  emptyText: 'تظهر الطلبات هنا أثناء تجهيزها.',
  chooseAll: (count) => `تحديد كل الطلبات الجاهزة: ${arabicOrders(count)}`,
  choose: (branch, orderNo) => `${branch}، ${orderNo}`,
  lines: arabicLines,
  short: (item, shipped, approved) => `${item}: ${shipped} من ${approved}`,
  shortHeading: (count) => `ناقص، ${arabicLines(count)}:`,
  complete: 'كامل',
  pick: 'متابعة التجهيز',
  crates: (branch) => `صناديق ${branch}`,
  cratesShort: 'الصناديق',
  cratesWrong: 'أدخل عددًا صحيحًا من 1 إلى 200',
  transport: { driver: 'السائق', vehicle: 'المركبة', departsAt: 'وقت الانطلاق' },
  sum: (chosen, lineCount, crateCount) =>
    [arabicOrders(chosen), arabicLines(lineCount), ...(crateCount > 0 ? [crates(crateCount)] : [])].join(
      '، ',
    ),
  sumShort: (count) => `الناقص: ${arabicLines(count)}`,
  ship: (count) => (count === 0 ? 'شحن الطلبات' : `شحن ${arabicOrders(count)}`),
  nothingChosen: 'حدّد طلبًا واحدًا على الأقل.',
  pending: 'لا يزال حفظ الشحنة جاريًا.',
  queued: 'الشحنة محفوظة على هذا الجهاز. ستُرسل عند عودة الاتصال.',
  confirmation: {
    unanswered: (count) => `لم يرد الفرع بعد على أصناف بديلة عددها ${formatCount(count)}.`,
    title: (count) => `الشحن الآن: ${arabicOrders(count)}؟`,
    text: 'تُخصم الكميات من المخزون الآن وتصدر سندات التسليم.',
    complete: (lineCount) => `${arabicLines(lineCount)}، كلها كما اعتُمد`,
    partly: (lineCount, short) => `${arabicLines(lineCount)}، الناقص منها ${formatCount(short)}`,
    nothing: 'لا يُشحن شيء: كل البنود 0.',
    crates,
    back: 'رجوع',
    confirm: 'شحن الآن',
  },
  result: {
    shipped: (count) => `شُحن: ${arabicOrders(count)}`,
    alreadyShipped: 'شُحن من قبل',
    failed: (count) => `لم يُشحن: ${arabicOrders(count)}`,
    close: 'تم',
  },
};
