import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import { formatCount } from '#src/lib/format/format.ts';
import type { accessMessages } from './access-messages.ts';

export const arabic: TranslationOf<typeof accessMessages> = {
  flags: { canCreate: 'الإنشاء', canEdit: 'التعديل', canDelete: 'الحذف', canView: 'العرض' },
  preview: {
    title: 'ما سيراه هذا الشخص',
    landing: 'يبدأ من',
    landingRefused: 'ليست هذه الصفحة من صفحاته: يبدأ من صفحة عدم السماح بالدخول.',
    scope: 'يرى',
    everything: 'طلبات كل الفروع ومخزونها',
    ofPlaces: (places) => `طلبات ${places} ومخزونها فقط`,
    nothing: 'لا طلبات ولا مخزون: لم يُحدَّد مكان',
    menu: 'القائمة',
    others: 'صفحات خارج القائمة',
    noMenu: 'لا يُسمح بالدخول',
    noMenuText: 'القائمة فارغة، ويُطلب منه التواصل مع المسؤول.',
    blind: 'تُفتح ولا تعرض شيئًا: صلاحية العرض معطّلة',
  },
  pages: {
    title: 'الصفحات',
    all: 'كل الصفحات، وما يُضاف لاحقًا',
    others: 'صفحات خارج القائمة',
    allSaid: 'تُفتح كل صفحة، وكل صفحة تُضاف لاحقًا.',
    emptyOpen: 'لم تُحدَّد أي صفحة. القائمة الفارغة تفتح كل الصفحات، لأن صلاحية العرض مفعّلة.',
    emptyShut: 'لم تُحدَّد أي صفحة، وصلاحية العرض معطّلة: لا شيء يُفتح.',
    some: (count, of) => `الصفحات المفتوحة: ${formatCount(count)} من ${formatCount(of)}.`,
    ticked: (count, of) => `${formatCount(count)} من ${formatCount(of)}`,
    open: (group) => `عرض صفحات ${group}`,
    comesWith: (page) => `تأتي مع ${page}`,
    strange: 'مدخلات لا تفتح صفحة هنا',
    notYours: 'لا يمكنك فتح هذه الصفحة بنفسك',
    notAllYours: 'لا يمكنك فتح كل الصفحات بنفسك',
  },
};
