import { UserRound } from 'lucide-react';
import {
  DropdownMenuCheckboxItem,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '#platform/web/ui/dropdown-menu.tsx';
import { chooseLocale } from '#platform/web/i18n/choose-locale.ts';
import { type Locale, locales, useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import {
  displayOptions,
  setTheme,
  type Theme,
  toggleDisplayOption,
  useDisplayOptions,
  useTheme,
} from '#platform/web/theme.ts';
import { toast } from '#platform/web/toast.ts';
import { shellMessages } from './messages.ts';
import { accountStore } from '#platform/web/layout/account-state.ts';
import { layoutMessages } from '#platform/web/layout/messages.ts';

const themes: readonly Theme[] = ['light', 'dark', 'system'];
const languages = Object.keys(locales) as Locale[];

/** Display settings of this device and a link to the account, to be shown inside a menu. */
export function DisplayChoices() {
  const t = useMessages(layoutMessages);
  const { account } = useMessages(shellMessages);
  const theme = useTheme();
  const chosen = useDisplayOptions();
  const locale = useLocale();
  const choose = (language: Locale) =>
    chooseLocale(language).catch(() => toast(t.languageFailed(locales[language].name)));
  return (
    <>
      <DropdownMenuLabel>{t.theme.label}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={theme} aria-label={t.theme.label}>
        {themes.map((option) => (
          <DropdownMenuRadioItem key={option} value={option} onSelect={() => setTheme(option)}>
            {t.theme[option]}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      {displayOptions.map((option) => (
        <DropdownMenuCheckboxItem
          key={option}
          checked={chosen.includes(option)}
          onSelect={(event) => event.preventDefault()}
          onCheckedChange={() => toggleDisplayOption(option)}
        >
          {t.displayOptions[option]}
        </DropdownMenuCheckboxItem>
      ))}
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t.language}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={locale} aria-label={t.language}>
        {languages.map((option) => (
          <DropdownMenuRadioItem
            key={option}
            value={option}
            lang={option}
            onSelect={() => void choose(option)}
          >
            {locales[option].name}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={() => accountStore.set(true)}>
        <UserRound aria-hidden="true" />
        {account}
      </DropdownMenuItem>
    </>
  );
}
