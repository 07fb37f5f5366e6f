import { arabicCount, arabicLines, arabicOrders } from '#src/lib/i18n/arabic-count.ts';
import { formatCount } from '#src/lib/format/format.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { shipTogetherMessages } from './messages.ts';

const crates = arabicCount({
  none: 'لا صناديق',
  one: 'صندوق واحد',
  two: 'صندوقان',
  few: 'صناديق',
  many: 'صندوقًا',
  other: 'صندوق',
});

export const arabic: TranslationOf<typeof shipTogetherMessages> = {
  title: 'شحن معًا',
  back: 'كل الطلبات قيد التجهيز',
  day: 'يوم التسليم',
  allDays: 'كل الأيام',
  route: 'خط التوصيل',
  allRoutes: 'كل الخطوط',
  noRoute: 'بلا خط',
  ofRoute: (route) => `طلبات ${route}`,
  stop: (stop) => `المحطة ${formatCount(stop)}`,
  none: 'لا طلب قيد التجهيز يطابق ذلك',
  empty: 'لا شيء للشحن',
  emptyText: 'تظهر الطلبات هنا أثناء تجهيزها.',
  chooseAll: (count) => `اختيار كل ما هو جاهز: ${arabicOrders(count)}`,
  choose: (branch, orderNo) => `${branch}، ${orderNo}`,
  lines: arabicLines,
  short: (item, shipped, approved) => `${item}: ${shipped} من ${approved}`,
  shortHead: (count) => `ناقص، ${arabicLines(count)}:`,
  complete: 'كامل',
  pick: 'متابعة التجهيز',
  crates: (branch) => `صناديق ${branch}`,
  cratesShort: 'الصناديق',
  cratesWrong: 'عدد صحيح من 1 إلى 200',
  transport: { driver: 'السائق', vehicle: 'المركبة', departsAt: 'وقت الانطلاق' },
  sum: (chosen, lineCount, crateCount) =>
    [arabicOrders(chosen), arabicLines(lineCount), ...(crateCount > 0 ? [crates(crateCount)] : [])].join(
      '، ',
    ),
  sumShort: (count) => `الناقص: ${arabicLines(count)}`,
  ship: (count) => `شحن: ${arabicOrders(count)}`,
  nothingChosen: 'اختر طلبًا واحدًا على الأقل.',
  onItsWay: 'الشحنة في طريقها إلى الخادم.',
  queued: 'الشحنة محفوظة على هذا الجهاز وتُرسل حين يعود الاتصال.',
  ask: {
    unanswered: (count) => `لم يرد الفرع بعد على أصناف بديلة عددها ${formatCount(count)}.`,
    title: (count) => `الشحن الآن: ${arabicOrders(count)}؟`,
    text: 'يخرج مخزونها من المطبخ فورًا، ويأخذ كل منها سند تسليم.',
    complete: (lineCount) => `${arabicLines(lineCount)}، كلها كما اعتُمد`,
    partly: (lineCount, short) => `${arabicLines(lineCount)}، الناقص منها ${formatCount(short)}`,
    nothing: 'لا يُشحن منه شيء: كل البنود صفر.',
    crates,
    back: 'رجوع',
    confirm: 'شحن الآن',
  },
  result: {
    shipped: (count) => `شُحن: ${arabicOrders(count)}`,
    earlier: 'كان في الطريق من قبل',
    refused: (count) => `بقي: ${arabicOrders(count)}`,
    close: 'تم',
  },
};
