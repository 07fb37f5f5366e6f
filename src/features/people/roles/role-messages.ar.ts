import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { roleMessages } from './role-messages.ts';

export const arabic: TranslationOf<typeof roleMessages> = {
  master_admin: 'صاحب النظام: كل الصلاحيات وكل الصفحات.',
  admin: 'الإدارة العامة: البيانات الأساسية والمستخدمون والأسعار وكل الطلبات.',
  custom_role_sk: 'يطلب لفرع، ويستلم، ويجرد، ويسجّل الهدر.',
  custom_role_ck: 'يجهّز الطلبات التي ترسلها الفروع إلى المطبخ المركزي.',
  auditor: 'يطّلع على كل شيء ولا يغيّر شيئًا.',
};
