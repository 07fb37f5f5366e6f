import { useMessages } from '#platform/web/i18n/messages.ts';
import { roleLabels } from './role-messages.ts';

/**
 * Returns a function for the label of a role in the current language. A role has one name: built-in names are
 * translated, custom ones are shown as entered, and without a name the key is shown.
 */
export function useRoleLabel(): (key: string, label: string | null) => string {
  const roleTexts: Readonly<Record<string, string>> = useMessages(roleLabels);
  const first: Readonly<Record<string, string>> = roleLabels.en;
  const ownText = (words: Readonly<Record<string, string>>, key: string) =>
    Object.hasOwn(words, key) ? words[key] : undefined;
  return (key, label) =>
    (label !== null && label === ownText(first, key) ? ownText(roleTexts, key) : label) ?? key;
}
