import { useMessages } from '#src/lib/i18n/messages.ts';
import { roleLabels } from './role-messages.ts';

/**
 * What a role is called, in the language of the reader. A role has one name, not two: those it came with are known in
 * every language, one that somebody wrote is shown as it was written, and without a name the key is shown as it came.
 */
export function useRoleLabel(): (key: string, label: string | null) => string {
  const here: Readonly<Record<string, string>> = useMessages(roleLabels);
  const first: Readonly<Record<string, string>> = roleLabels.en;
  const own = (words: Readonly<Record<string, string>>, key: string) =>
    Object.hasOwn(words, key) ? words[key] : undefined;
  return (key, label) => (label !== null && label === own(first, key) ? own(here, key) : label) ?? key;
}
