import { CircleUserRound } from 'lucide-react';
import { Button } from '#src/components/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#src/components/ui/dropdown-menu.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { MenuChoices } from './menu-choices.tsx';
import { layoutMessages } from '#src/components/layout/messages.ts';

/** The own account, theme and language on a wide screen; a phone has them in the avatar's menu. */
export function ThemeMenu() {
  const t = useMessages(layoutMessages);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={t.display} className="max-md:hidden">
          <CircleUserRound aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-36">
        <MenuChoices />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
