import { formatArabicCount, arabicOrders } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { kitchenListMessages } from './kitchen-messages.ts';

const notes = formatArabicCount({
  none: 'لا سندات تسليم',
  one: 'سند تسليم واحد',
  two: 'سندي تسليم',
  few: 'سندات تسليم',
  many: 'سند تسليم',
  other: 'سند تسليم',
});

export const arabic: TranslationOf<typeof kitchenListMessages> = {
  context: 'كل الطلبات المُرسلة إلى المطبخ.',
  linesOrdered: 'البنود المطلوبة',
  linesShort: 'البنود الناقصة',
  empty: 'لم تُرسل طلبات إلى المطبخ بعد',
  emptyText: 'تظهر الطلبات هنا فور أن يرسلها أحد الفروع.',
  accept: (count) => (count === 0 ? 'قبول الطلبات' : `قبول ${arabicOrders(count)}`),
  acceptNone: 'ليس بين الطلبات المحددة ما ينتظر القبول.',
  accepted: (count) => `تم القبول: ${arabicOrders(count)}.`,
  notAccepted: (count, reason) => `تعذّر القبول: ${arabicOrders(count)}. ${reason}`,
  print: 'طباعة',
  printNotes: (count) => (count === 0 ? 'طباعة سندات التسليم' : `طباعة ${notes(count)}`),
  printNone: 'ليس لأي من الطلبات المحددة سند تسليم بعد.',
};
