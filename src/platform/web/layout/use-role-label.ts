import { useMessages } from '#platform/web/i18n/messages.ts';
import { roleLabels } from './role-messages.ts';

/**
 * Returns a function that returns a role's label in the current language: built-in names are translated,
 * custom names are shown as entered, and the key is shown if there is no name.
 */
export function useRoleLabel(): (key: string, label: string | null) => string {
  const roleTexts: Readonly<Record<string, string>> = useMessages(roleLabels);
  const englishTexts: Readonly<Record<string, string>> = roleLabels.en;
  const getText = (texts: Readonly<Record<string, string>>, key: string) =>
    Object.hasOwn(texts, key) ? texts[key] : undefined;
  return (key, label) =>
    (label !== null && label === getText(englishTexts, key) ? getText(roleTexts, key) : label) ?? key;
}
