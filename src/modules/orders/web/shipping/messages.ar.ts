import { formatArabicCount, arabicOrders } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { shipmentMessages } from './messages.ts';

const crates = formatArabicCount({
  none: 'لا صناديق',
  one: 'صندوق واحد',
  two: 'صندوقان',
  few: 'صناديق',
  many: 'صندوقًا',
  other: 'صندوق',
});

const stops = formatArabicCount({
  none: 'لا محطات',
  one: 'محطة واحدة',
  two: 'محطتان',
  few: 'محطات',
  many: 'محطة',
  other: 'محطة',
});

export const arabic: TranslationOf<typeof shipmentMessages> = {
  run: {
    title: 'ورقة خط التوصيل',
    route: 'الخط',
    stop: 'المحطة',
    order: 'الطلب والسند',
    arrived: 'وقت الوصول',
    signature: 'المستلم والتوقيع',
    total: (count, all) => `${stops(count)}، ${crates(all)}`,
    notEntered: 'غير مُدخل',
  },
  label: {
    stop: (route, stop) => (stop === null ? route : `${route}، محطة ${stop}`),
    temperature: { chilled: 'مبرّد', frozen: 'مجمّد' },
    lot: (lot) => `دفعة ${lot}`,
    useBy: (day) => `صالح حتى ${day}`,
  },
  answer: {
    ask: (amount) => `يعرض المطبخ ${amount} من هذا بديلًا.`,
    askFirst: (amount) => `يعرض المطبخ ${amount} من هذا بديلًا، ولا يُشحن إلا بعد قبولكم.`,
    shippedUnanswered: 'شُحن قبل أن يرد الفرع. يمكن رفضه عند الاستلام.',
    asked: 'بانتظار رد الفرع. لا يُشحن إلا بعد قبوله.',
    responseLabel: (item) => `جوابكم على ${item} بديلًا`,
    accept: 'قبول',
    refuse: 'رفض',
    acceptLabel: (item) => `قبول ${item} بديلًا`,
    refuseLabel: (item) => `رفض ${item} بديلًا`,
    accepted: 'قبِله الفرع',
    refused: 'رفضه الفرع',
    refusedHere: 'رفضه الفرع. أعِده واجعل المجهَّز 0.',
  },
  unship: {
    open: (count) => `استرجاع شحنة ${arabicOrders(count)}`,
    text: 'تعود الكميات إلى مخزون المطبخ وتعود الطلبات إلى التجهيز. ما بدأ الفرع استلامه يبقى في الطريق.',
    cancel: 'إبقاؤها في الطريق',
    pending: 'لا يزال الحفظ جاريًا.',
    done: (count) => `عادت إلى التجهيز: ${arabicOrders(count)}`,
    stillInTransit: 'ما زالت في الطريق',
    close: 'إغلاق',
  },
  printouts: {
    open: 'المستندات والملصقات',
    run: 'ورقة الخط مع سندات التسليم',
    labels: 'ملصقات الصناديق',
    zpl: 'ملصقات الصناديق لطابعة الملصقات (ZPL)',
    lots: 'ملصقات الأصناف بالدفعة والتاريخ',
    lotsZpl: 'ملصقات الأصناف لطابعة الملصقات (ZPL)',
    none: 'ليس لأي صنف دفعة أو باركود للطباعة.',
    failed: 'تعذّر تجهيز المستندات.',
  },
  resends: {
    short: (no) => `إعادة إرسال أصناف ناقصة في ${no}.`,
    damaged: (no) => `إعادة إرسال أصناف تالفة في ${no}.`,
    over: (no) => `إعادة إرسال أصناف زائدة في ${no}.`,
    wrong_item: (no) => `إعادة إرسال أصناف وصل بدلها صنف خاطئ في ${no}.`,
  },
};
