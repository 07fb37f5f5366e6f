import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { areLetterKeysOn, isForField } from '#src/lib/letter-keys.ts';
import { lazyModule, useLazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { isShortcut, shortcutText } from '#src/lib/shortcuts.ts';
import { launcherMessages } from './launcher-messages.ts';

const dialogs = lazyModule(() => import('./palette-dialogs.ts'));

/** The question mark of a Latin and of an Arabic keyboard. */
const help = new Set(['?', '؟']);

/** The way into the palette: a button in the top bar and Ctrl or Cmd with K; `?` lists the shortcuts. */
export function PaletteLauncher() {
  const t = useMessages(launcherMessages);
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  useLazyModuleWhen(open !== null, dialogs);
  const loaded = useLazyModule(dialogs);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event, 'palette')) {
      event.preventDefault();
      setOpen(open === 'palette' ? null : 'palette');
    } else if (help.has(event.key) && areLetterKeysOn() && !isForField(event.target)) {
      event.preventDefault();
      setOpen('shortcuts');
    }
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const close = () => setOpen(null);
  return (
    <>
      <Button
        variant="ghost"
        aria-label={t.open}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="px-2.5 lg:border lg:border-input lg:text-muted-foreground"
        onPointerEnter={dialogs.load}
        onFocus={dialogs.load}
        onClick={() => setOpen('palette')}
      >
        <Search aria-hidden="true" />
        <span className="max-lg:hidden">{t.open}</span>
        <kbd className="font-sans text-muted-foreground text-xs max-lg:hidden" dir="ltr">
          {shortcutText('palette')}
        </kbd>
      </Button>
      {loaded && open === 'palette' ? (
        <loaded.Palette onClose={close} onShowShortcuts={() => setOpen('shortcuts')} />
      ) : null}
      {loaded && open === 'shortcuts' ? <loaded.ShortcutsDialog onClose={close} /> : null}
    </>
  );
}
