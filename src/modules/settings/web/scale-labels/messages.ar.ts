import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { scaleLabelMessages } from './messages.ts';

export const arabic: TranslationOf<typeof scaleLabelMessages> = {
  title: 'ملصقات الموازين',
  description:
    'تطبع الموازين باركودًا يحتوي على الصنف ووزنه أو سعره. أدخل هنا ترتيبات هذه الباركودات، ثم يحدد مسح الملصق الصنف ويملأ وزنه.',
  layouts: 'الترتيبات',
  hint: 'ترتيب واحد في كل سطر من 13 خانة: بادئة من 20 إلى 29، ثم I للصنف، وX لخانات تُتجاهل، وW للوزن بالغرام (أو WW.WWW بالكيلوغرام) أو P للسعر (PPP.PP)، وC لخانة التحقق.',
  invalid: (line) => `السطر ${line}: أدخل 13 خانة مثل ‎21 IIIII WW.WWW C‎`,
  weight: (prefix, digits) => `${prefix}: عدد خانات الصنف ${digits}، ثم وزنه`,
  price: (prefix, digits) => `${prefix}: عدد خانات الصنف ${digits}، ثم سعره`,
  save: 'حفظ الترتيبات',
  saving: 'جارٍ الحفظ…',
  saved: 'حُفظت ملصقات الموازين.',
  failed: 'تعذّر حفظ ملصقات الموازين.',
  loading: 'جارٍ تحميل الإعدادات',
  loadFailed: 'تعذّر تحميل الإعدادات',
};
