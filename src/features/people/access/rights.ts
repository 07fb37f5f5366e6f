import { flags, type Permissions } from '#domain/permissions.ts';
import { formatList } from '#src/lib/format/list.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { peopleMessages } from '../messages.ts';

type Texts = TranslationOf<typeof peopleMessages>;

/** The flags somebody holds, in words. */
export function flagText(permissions: Permissions, isMasterAdmin: boolean, t: Texts): string {
  const held = flags.filter((flag) => isMasterAdmin || permissions[flag]).map((flag) => t.flags[flag]);
  return held.length > 0 ? formatList(held) : t.none;
}

/** Which pages a list of them opens, in words (SPEC section 6): `*` is all, and an empty list falls back to View. */
export function pagesText(
  { allowedPages, permissions }: { allowedPages: readonly string[]; permissions: Permissions },
  t: Texts,
): string {
  if (allowedPages.includes('*')) return t.allPages;
  if (allowedPages.length > 0) return t.pages(allowedPages.length);
  return permissions.canView ? t.byCanView : t.none;
}
