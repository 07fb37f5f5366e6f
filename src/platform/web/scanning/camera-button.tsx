import { ScanBarcode } from 'lucide-react';
import { use } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { uiMessages } from '#platform/web/ui/messages.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useStore } from '#platform/web/store.ts';
import { ScanLayer } from './scan-layer.ts';
import { isCameraOpen, scanListeners } from './scan-listeners.ts';

/** Opens the camera. Shown only where the page or dialog around it handles scans. */
export function CameraButton({ className }: { className?: string }) {
  const t = useMessages(uiMessages);
  const layer = use(ScanLayer);
  const handlesScans = useStore(scanListeners).some((listener) => listener.layer === layer);
  return handlesScans ? (
    <Button
      variant="ghost"
      size="icon"
      className={className}
      aria-label={t.scan}
      title={t.scan}
      aria-haspopup="dialog"
      onClick={() => isCameraOpen.set(true)}
    >
      <ScanBarcode aria-hidden="true" />
    </Button>
  ) : null;
}
