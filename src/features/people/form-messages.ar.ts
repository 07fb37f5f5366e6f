import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { peopleFormMessages } from './form-messages.ts';

export const arabic: TranslationOf<typeof peopleFormMessages> = {
  fields: {
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    password: 'كلمة مرور البداية',
    role: 'الدور',
    roleDescription: 'وصف الدور',
    branches: 'الفروع',
    kitchens: 'المطابخ',
    isMasterAdmin: 'مدير عام',
    permissions: 'الصلاحيات',
    allowedPages: 'الصفحات',
    key: 'المفتاح',
    label: 'اسم الدور',
    description: 'الوصف',
    asksReview: 'تنتظر التغييرات مراجعة',
  },
  hints: {
    password: '8 أحرف على الأقل. سلّمها شخصيًا: لن تُعرض مرة أخرى.',
    roleDescription: 'يظهر لهذا الشخص بجانب دوره.',
    branches: 'يرى مستخدم الفرع هذه الفروع دون غيرها.',
    kitchens: 'يرى مستخدم المطبخ هذه المطابخ دون غيرها.',
    isMasterAdmin: 'كل الصلاحيات وكل الصفحات، أيًا كان المحدد أدناه.',
    role: 'تُعرض الأدوار التي يمكنك منحها فقط.',
    key: 'لا يتغيّر. أحرف إنجليزية صغيرة وأرقام و _، ويبدأ بحرف.',
    permissions: 'ما يبدأ به مستخدم جديد بهذا الدور. يحتفظ أصحاب الدور الحاليون بما لديهم.',
    asksReview: 'تنتظر الأصناف والعبوات والأسعار الجديدة من أصحاب هذا الدور اعتماد شخص آخر.',
  },
  problems: {
    short: '8 أحرف على الأقل',
    key: 'أحرف إنجليزية صغيرة وأرقام و _، ويبدأ بحرف',
    kitchenNeeded: 'دون مطبخ لا يرى مستخدم المطبخ شيئًا',
    branchNeeded: 'دون فرع لا يرى مستخدم الفرع شيئًا',
  },
  locked: {
    flag: 'لا تملك هذه الصلاحية بنفسك',
    master: 'لا يمنحها إلا مدير عام',
    lastMaster: 'هذا آخر مدير عام: عيّن غيره أولًا',
    places: 'لا يمكنك منح أماكن غير أماكنك',
    reviewed: 'تُراجع تغييراتك أنت أولًا',
  },
  useDefaults: 'أخذ الصلاحيات والصفحات من الدور',
  generate: 'توليد',
  shown: 'إظهار',
  hidden: 'إخفاء',
};
