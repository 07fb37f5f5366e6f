import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { pickerMessages } from './picker-messages.ts';

export const arabic: TranslationOf<typeof pickerMessages> = {
  hint: 'اكتب الاسم أو الرمز أو الباركود',
  none: 'لا أصناف مطابقة',
  results: 'الأصناف المطابقة',
  unknownCode: (code) => `لا صنف بالرمز ${code}.`,
};
