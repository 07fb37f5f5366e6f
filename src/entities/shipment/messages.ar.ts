import { arabicCount, arabicOrders } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { shipmentMessages } from './messages.ts';

const crates = arabicCount({
  none: 'لا صناديق',
  one: 'صندوق واحد',
  two: 'صندوقان',
  few: 'صناديق',
  many: 'صندوقًا',
  other: 'صندوق',
});

const stops = arabicCount({
  none: 'لا محطات',
  one: 'محطة واحدة',
  two: 'محطتان',
  few: 'محطات',
  many: 'محطة',
  other: 'محطة',
});

export const arabic: TranslationOf<typeof shipmentMessages> = {
  crates: 'الصناديق',
  cratesOf: crates,
  departs: 'وقت الانطلاق',
  run: {
    title: 'ورقة خط التوصيل',
    route: 'الخط',
    day: 'التسليم',
    driver: 'السائق',
    vehicle: 'المركبة',
    departs: 'الانطلاق',
    stop: 'المحطة',
    branch: 'الفرع',
    order: 'الطلب والسند',
    crates: 'الصناديق',
    arrived: 'وقت الوصول',
    signature: 'المستلم والتوقيع',
    total: (count, all) => `${stops(count)}، ${crates(all)}`,
    unsaid: 'غير مذكور',
  },
  label: {
    stop: (route, stop) => (stop === null ? route : `${route}، محطة ${stop}`),
    temperature: { chilled: 'مبرّد', frozen: 'مجمّد' },
    lot: (lot) => `دفعة ${lot}`,
    useBy: (day) => `صالح حتى ${day}`,
  },
  answer: {
    ask: (amount) => `يجهّز المطبخ من هذا ${amount} بدلًا منه.`,
    askFirst: (amount) => `يودّ المطبخ تجهيز ${amount} من هذا بدلًا منه، ولا يُشحن إلا بقبولكم.`,
    shippedUnanswered: 'شُحن قبل أن يرد الفرع. يمكن رفضه عند الاستلام.',
    asked: 'يُسأل الفرع: لا يُشحن إلا بعد قبوله.',
    answerFor: (item) => `جوابكم على ${item} بديلًا`,
    accept: 'قبول',
    refuse: 'رفض',
    acceptFor: (item) => `قبول ${item} بديلًا`,
    refuseFor: (item) => `رفض ${item} بديلًا`,
    accepted: 'الفرع يقبله',
    refused: 'الفرع يرفضه',
    refusedHere: 'الفرع يرفضه: أعِده، واجعل المجهَّز 0.',
  },
  takeBack: {
    open: (count) => `استرجاع شحنة ${arabicOrders(count)}`,
    text: 'تعود كمياتها من الطريق إلى مخزون المطبخ ويمكن تجهيزها من جديد. ما بدأ الفرع استلامه يبقى.',
    cancel: 'تركها في الطريق',
    waits: 'طلب الاسترجاع في طريقه إلى الخادم.',
    done: (count) => `عادت إلى التجهيز: ${arabicOrders(count)}`,
    stays: 'ما زالت في الطريق',
    close: 'إغلاق',
  },
  papers: {
    open: 'الأوراق والملصقات',
    run: 'ورقة الخط مع سندات التسليم',
    labels: 'ملصقات الصناديق',
    zpl: 'ملصقات الصناديق لطابعة الملصقات (ZPL)',
    lots: 'ملصقات الأصناف بالدفعة والتاريخ',
    lotsZpl: 'ملصقات الأصناف لطابعة الملصقات (ZPL)',
    none: 'ليس لأي صنف دفعة أو باركود لملصق.',
    failed: 'تعذّر تجهيز الأوراق',
  },
  sendsAgain: {
    short: (no) => `يُرسل مرة أخرى ما نقص في ${no}.`,
    damaged: (no) => `يُرسل مرة أخرى ما تلف في ${no}.`,
    over: (no) => `يُرسل مرة أخرى ما زاد في ${no}.`,
    wrong_item: (no) => `يُرسل مرة أخرى ما جاء مكانه صنف خاطئ في ${no}.`,
  },
};
