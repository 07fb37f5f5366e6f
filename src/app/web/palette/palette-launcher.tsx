import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { areLetterKeysOn, isForField } from '#platform/web/letter-keys.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { attachBarcodeWedge } from '#platform/web/scanning/barcode-wedge.ts';
import { setScanLookup } from '#platform/web/scanning/scan-listeners.ts';
import { isShortcut, formatShortcut } from '#platform/web/shortcuts.ts';
import type { PaletteView } from './palette.tsx';

const palette = lazyModule(() => import('./palette.tsx'));

/** The question marks of Latin and Arabic keyboards. */
const helpKeys = new Set(['?', '؟']);

/**
 * Opens the palette with a button in the top bar, with Ctrl/Cmd+K or after a scan that no screen handles, and
 * the shortcut list with `?`.
 */
export function PaletteLauncher() {
  const t = useMessages(layoutMessages);
  const router = useRouter();
  const [open, setOpen] = useState<PaletteView | null>(null);
  const [scannedCode, setScannedCode] = useState('');
  const loaded = useLazyModuleWhen(open !== null, palette);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isShortcut(event, 'palette')) {
      event.preventDefault();
      show(open === 'palette' ? null : 'palette');
    } else if (helpKeys.has(event.key) && areLetterKeysOn() && !isForField(event.target)) {
      event.preventDefault();
      show('shortcuts');
    }
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => {
    setScanLookup({
      open(path) {
        router.history.push(path);
      },
      find(code) {
        setScannedCode(code);
        setOpen('palette');
      },
    });
    const detachWedge = attachBarcodeWedge();
    return () => {
      setScanLookup(null);
      detachWedge();
    };
  }, [router]);

  function show(view: PaletteView | null): void {
    setOpen(view);
    setScannedCode('');
  }

  return (
    <>
      <Button
        variant="ghost"
        aria-label={t.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="px-2.5 lg:border lg:border-input lg:text-muted-foreground"
        onPointerEnter={palette.load}
        onFocus={palette.load}
        onClick={() => show('palette')}
      >
        <Search aria-hidden="true" />
        <span className="max-lg:hidden">{t.search}</span>
        <kbd className="font-sans text-muted-foreground text-xs max-lg:hidden" dir="ltr">
          {formatShortcut('palette')}
        </kbd>
      </Button>
      {loaded && open ? (
        <loaded.PaletteDialog view={open} scannedCode={scannedCode} onViewChange={show} />
      ) : null}
    </>
  );
}
