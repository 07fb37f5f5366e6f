import { formatCount } from '#src/lib/format/format.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { catalogueMessages } from './messages.ts';

export const arabic: TranslationOf<typeof catalogueMessages> = {
  openItem: 'فتح الصنف',
  waiting: (count) => `مقترحات بانتظارك: ${formatCount(count)}`,
  bySubCategory: {
    context: 'أي الأصناف تتبع فئة فرعية، وأيها بلا فئة.',
    uncategorised: 'بلا فئة فرعية',
    everything: 'كل الأصناف',
    choose: 'الفئات الفرعية',
    subCategories: 'الفئات والفئات الفرعية',
  },
  creation: {
    context: 'كل ما يُطلب ويُجرد ويدخل في الطبخ.',
    related: 'صفحات ذات صلة',
  },
  branchItems: {
    context: 'أصناف يحتفظ بها الفرع لنفسه إلى جانب أصناف المنشأة.',
    tabs: 'أيّ الأصناف',
    own: 'أصناف الفروع',
    all: 'كل الأصناف',
  },
};
