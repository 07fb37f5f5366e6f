import { formatCount } from '#platform/web/format/format.ts';
import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { notificationMessages } from './messages.ts';

const proposals = formatArabicCount({
  none: 'لا مقترحات',
  one: 'مقترح واحد',
  two: 'مقترحان',
  few: 'مقترحات',
  many: 'مقترحًا',
  other: 'مقترح',
});

const locations = formatArabicCount({
  none: 'لا مواقع',
  one: 'موقع واحد',
  two: 'موقعين',
  few: 'مواقع',
  many: 'موقعًا',
  other: 'موقع',
});

const purchaseOrders = formatArabicCount({
  none: 'لا أوامر شراء',
  one: 'أمر شراء واحد',
  two: 'أمرا شراء',
  few: 'أوامر شراء',
  many: 'أمر شراء',
  other: 'أمر شراء',
});

const documents = formatArabicCount({
  none: 'لا مستندات',
  one: 'مستند واحد',
  two: 'مستندان',
  few: 'مستندات',
  many: 'مستندًا',
  other: 'مستند',
});

export const arabic: TranslationOf<typeof notificationMessages> = {
  title: 'الطلبات الجديدة',
  generalTitle: 'المستجدات',
  description: 'الجديد منذ زيارتك الأخيرة.',
  empty: 'لا توجد طلبات جديدة.',
  markSeen: 'تعليم كمقروءة',
  openList: 'فتح قائمة الطلبات',
  arrived: (age) => `وصل ${age}`,
  substitutes: {
    title: 'أصناف بديلة بانتظار تأكيدك',
    waiting: (count) => `طلبات فيها أصناف بديلة بانتظار تأكيدك: ${formatCount(count)}`,
    row: (orderNo, count) => `الطلب ${orderNo}: أصناف بديلة عددها ${formatCount(count)}`,
  },
  handedOver: (count) => `بانتظارك: ${documents(count)}`,
  reviews: {
    waiting: (count) => `بانتظار مراجعتك: ${proposals(count)}`,
    decided: (count) => `قرارات بشأن مقترحاتك: ${formatCount(count)}`,
    waitingTitle: 'مقترحات بانتظار مراجعتك',
    decidedTitle: 'القرارات بشأن مقترحاتك',
    openList: 'فتح قائمة المراجعة',
    proposed: (person, age) => `${person}، ${age}`,
    approved: (person, age) => `اعتمده ${person}، ${age}`,
    returned: (person, age) => `أعاده ${person}، ${age}`,
    reason: (text) => `السبب: ${text}`,
  },
  purchases: {
    waiting: (count) => `بانتظار موافقتك: ${purchaseOrders(count)}`,
    decided: (count) => `قرارات بشأن أوامر شرائك: ${formatCount(count)}`,
    waitingTitle: 'أوامر شراء بانتظار موافقتك',
    decidedTitle: 'القرارات بشأن أوامر شرائك',
    requested: (person, location, age) => `${person}، ${location}، ${age}`,
    approved: (person, age) => `وافق عليه ${person}، ${age}`,
    sentBack: (person, age) => `أعاده ${person}، ${age}`,
    reason: (text) => `السبب: ${text}`,
  },
  recalls: {
    title: 'استدعاءات تنتظر الرد',
    waiting: (count) => `استدعاءات تنتظر الرد: ${formatCount(count)}`,
    name: (number, item, lot) => `استدعاء ${number}: ${item}، الدفعة ${lot}`,
    awaiting: (count) => `بانتظار رد ${locations(count)}`,
    instruction: (locationNames) => `لا تستخدم هذه الدفعة ولا تبعها ولا تنقلها. بانتظار رد ${locationNames}.`,
    respond: 'الرد على الاستدعاء',
  },
  notifications: {
    title: 'الإشعارات',
    default: 'احصل على إشعارات بالطلبات الجديدة أثناء عملك في نافذة أخرى.',
    allow: 'السماح بالإشعارات',
    granted: 'ستصلك إشعارات بالطلبات الجديدة أثناء عملك في نافذة أخرى.',
    denied: 'إشعارات المتصفح متوقفة. يمكنك السماح بها لهذه الصفحة من إعدادات المتصفح.',
    unsupported: 'هذا المتصفح لا يدعم الإشعارات. تُعرض الطلبات الجديدة هنا.',
  },
};
