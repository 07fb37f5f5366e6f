import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { importActionMessages } from './import-messages.ts';

export const arabic: TranslationOf<typeof importActionMessages> = { import: 'استيراد' };
