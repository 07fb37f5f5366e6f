import { formatCount } from '#platform/web/format/format.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { catalogueMessages } from './messages.ts';

export const arabic: TranslationOf<typeof catalogueMessages> = {
  openItem: 'فتح الصنف',
  waiting: (count) => `مقترحات بانتظارك: ${formatCount(count)}`,
  bySubCategory: {
    context: 'الأصناف حسب الفئة الفرعية، وما ليس له فئة فرعية.',
    uncategorised: 'بلا فئة فرعية',
    everything: 'كل الأصناف',
    choose: 'الفئات الفرعية',
    subCategories: 'الفئات والفئات الفرعية',
  },
  creation: {
    context: 'كل ما تطلبه وتجرده وتطبخ به.',
    related: 'صفحات ذات صلة',
  },
  branchItems: {
    context: 'أصناف تستخدمها فروع معينة فقط، إضافة إلى أصناف المنشأة كلها.',
    tabs: 'قوائم الأصناف',
    own: 'أصناف الفروع',
    all: 'كل الأصناف',
  },
};
