import { useMessages } from '#platform/web/i18n/messages.ts';
import { roleLabels } from './role-messages.ts';

/**
 * Returns a function for the label of a role in the current language. A role has one name: built-in names are
 * translated, custom ones are shown as entered, and without a name the key is shown.
 */
export function useRoleLabel(): (key: string, label: string | null) => string {
  const roleTexts: Readonly<Record<string, string>> = useMessages(roleLabels);
  const englishTexts: Readonly<Record<string, string>> = roleLabels.en;
  const getText = (texts: Readonly<Record<string, string>>, key: string) =>
    Object.hasOwn(texts, key) ? texts[key] : undefined;
  return (key, label) =>
    (label !== null && label === getText(englishTexts, key) ? getText(roleTexts, key) : label) ?? key;
}
