import { Monitor, Moon, Sun } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { setTheme, type Theme, useTheme } from '#src/lib/theme.ts';
import { layoutMessages } from './messages.ts';

const themes: readonly { theme: Theme; icon: typeof Sun }[] = [
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
  { theme: 'system', icon: Monitor },
];

export function ThemeMenu() {
  const t = useMessages(layoutMessages);
  const theme = useTheme();
  const Icon = themes.find((row) => row.theme === theme)?.icon ?? Monitor;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={t.theme.label}>
          <Icon aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-36">
        <DropdownMenuRadioGroup value={theme}>
          {themes.map((row) => (
            <DropdownMenuRadioItem key={row.theme} value={row.theme} onSelect={() => setTheme(row.theme)}>
              {t.theme[row.theme]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
