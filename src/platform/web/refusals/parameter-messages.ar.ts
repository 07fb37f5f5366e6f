import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { parameterMessages } from './parameter-messages.ts';

export const arabic: TranslationOf<typeof parameterMessages> = {
  verbs: {
    submit: 'تقديم',
    recall: 'استرجاع',
    'send back': 'إعادة',
    send: 'إرسال',
    reject: 'رفض',
    withdraw: 'سحب',
    accept: 'قبول',
    release: 'إلغاء قبول',
    ship: 'شحن',
    'un-ship': 'استرجاع شحنة',
    receive: 'استلام',
    reopen: 'إعادة فتح',
    cancel: 'إلغاء',
    post: 'ترحيل',
    'take back': 'التراجع عن',
  },
  statuses: {
    Draft: 'مسودة',
    'Pending Approval': 'بانتظار الموافقة',
    Posted: 'مُرحَّل',
    Reversed: 'تم التراجع عنه',
    Counting: 'قيد الجرد',
    Submitted: 'مُقدَّم',
    Recount: 'قيد إعادة الجرد',
    Approved: 'معتمد',
    Cancelled: 'مُلغى',
  },
  outcomes: { approved: 'اعتُمد', returned: 'أُعيد', withdrawn: 'سُحب' },
  deeds: { see: 'الاطلاع', create: 'الإضافة', edit: 'التعديل', delete: 'الحذف', change: 'التغيير' },
  collections: {
    orders: 'الطلبات',
    stock: 'المخزون',
    wastage: 'الهدر',
    users: 'المستخدمون',
    'item-conversions': 'تحويلات وحدات الأصناف',
  },
};
