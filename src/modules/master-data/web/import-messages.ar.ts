import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { importActionMessages } from './import-messages.ts';

export const arabic: TranslationOf<typeof importActionMessages> = { import: 'استيراد' };
