import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { roleMessages } from './role-messages.ts';

export const arabic: TranslationOf<typeof roleMessages> = {
  master_admin: { label: 'مدير عام', description: 'صاحب النظام: كل الصلاحيات وكل الصفحات.' },
  admin: {
    label: 'المسؤول',
    description: 'الإدارة العامة: البيانات الأساسية والمستخدمون والأسعار وكل الطلبات.',
  },
  custom_role_sk: { label: 'مستخدم الفرع', description: 'يطلب لفرع، ويستلم، ويجرد، ويسجّل الهدر.' },
  custom_role_ck: {
    label: 'مستخدم المطبخ المركزي',
    description: 'يجهّز الطلبات التي ترسلها الفروع إلى المطبخ المركزي.',
  },
  auditor: { label: 'مدقق', description: 'يطّلع على كل شيء ولا يغيّر شيئًا.' },
};
