import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { roleLabels } from './role-messages.ts';

export const arabic: TranslationOf<typeof roleLabels> = {
  master_admin: 'مدير عام',
  admin: 'المسؤول',
  custom_role_sk: 'مستخدم الفرع',
  custom_role_ck: 'مستخدم المطبخ المركزي',
  auditor: 'مدقق',
};
