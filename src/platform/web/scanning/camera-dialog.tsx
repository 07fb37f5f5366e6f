import { Flashlight, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { stripSymbology } from '#core/labels/symbology.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { uiMessages } from '#platform/web/ui/messages.ts';
import { aimMargins } from './aim.ts';
import { CameraError, type CameraErrorReason, type OpenCamera, runCamera } from './camera.ts';
import { cameraMessages } from './camera-messages.ts';
import { createRepeatFilter } from './repeat-filter.ts';
import {
  announceScan,
  findScanHandler,
  isCameraOpen,
  getActiveListeners,
  type ScanResult,
} from './scan-listeners.ts';
import { signalScan } from './signal.ts';

const close = () => isCameraOpen.set(false);

/** Scans with the camera into the page or dialog below. */
export function CameraDialog({ isOpen }: { isOpen: boolean }) {
  /** Handled once the dialog is closed, so that the screen can move the focus. */
  const pendingCode = useRef<string | null>(null);
  function handlePendingCode(): void {
    const code = pendingCode.current;
    pendingCode.current = null;
    if (code !== null) announceScan(findScanHandler(code)?.());
  }
  return (
    <Dialog open={isOpen} onOpenChange={isCameraOpen.set}>
      <DialogContent data-scan-source title={useMessages(uiMessages).scan} onClosed={handlePendingCode}>
        <CameraView
          onLastCode={(code) => {
            pendingCode.current = code;
            close();
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

/** Storage key of the camera chosen on this device. */
const cameraKey = 'commissary.camera';

/** @param props.onLastCode receives the code that ends scanning */
function CameraView({ onLastCode }: { onLastCode(code: string): void }) {
  const t = useMessages(cameraMessages);
  const video = useRef<HTMLVideoElement>(null);
  const [isContinuous, setContinuous] = useState(() =>
    getActiveListeners().some((listener) => listener.isContinuous),
  );
  const [camera, setCamera] = useState<OpenCamera | null>(null);
  const [hasLight, setHasLight] = useState(false);
  const [errorReason, setErrorReason] = useState<CameraErrorReason | null>(null);
  const [lastResult, setLastResult] = useState<ScanResult | null>(null);
  const [repeats] = useState(createRepeatFilter);
  const [deviceId, setDeviceId] = useState(() => readStoredItem(cameraKey));
  const [attempt, setAttempt] = useState(0);
  useCloseWatcher();

  const accept = useEffectEvent((rawCode: string | null, atMs: number) => {
    if (!repeats.isNew(rawCode, atMs) || !isCameraOpen.get()) return;
    const code = stripSymbology(rawCode);
    const handle = findScanHandler(code);
    // A question about the last code is open above the camera.
    if (handle === null) return;
    if (!isContinuous) {
      signalScan(true);
      onLastCode(code);
      return;
    }
    const result = handle();
    signalScan(!result?.isRefused);
    if (result === undefined) close();
    else setLastResult(result);
  });

  useEffect(() => {
    if (video.current === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    runCamera(video.current, deviceId, signal, {
      onOpen: (opened) => {
        setCamera(opened);
        setHasLight(false);
      },
      onPicture: (code, atMs) => accept(code, atMs),
    }).catch((error: unknown) => {
      if (signal.aborted) return;
      controller.abort();
      setErrorReason(error instanceof CameraError ? error.reason : 'failed');
    });
    return () => controller.abort();
  }, [deviceId, attempt]);

  if (errorReason !== null)
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="alert" className="flex items-start gap-2 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-status-amber" aria-hidden="true" />
          {t.errors[errorReason]}
        </p>
        {errorReason === 'insecure' ? null : (
          <Button
            onClick={() => {
              setErrorReason(null);
              setAttempt(attempt + 1);
            }}
          >
            <RefreshCw aria-hidden="true" />
            {t.retry}
          </Button>
        )}
      </div>
    );
  return (
    <div className="flex flex-col gap-3">
      <button
        type="button"
        aria-label={t.scanAgain}
        className="relative block max-h-[50dvh] w-full overflow-hidden rounded-md bg-black"
        style={{ aspectRatio: '4 / 3' }}
        onClick={repeats.reset}
      >
        <video ref={video} playsInline muted aria-hidden="true" className="size-full object-cover" />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute rounded-lg border-2 border-white"
          style={{ inset: aimMargins, boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.45)' }}
        />
      </button>
      <p role="status" className="min-h-10 text-sm">
        {lastResult === null ? (
          <span className="text-muted-foreground">{camera === null ? t.starting : t.aim}</span>
        ) : (
          <>
            <bdi className={lastResult.isRefused ? 'font-medium text-destructive' : 'font-medium'}>
              {lastResult.text}
            </bdi>
            <span className="block text-muted-foreground text-xs">{t.scanAgain}</span>
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CheckField name="continuous" label={t.continuous} value={isContinuous} onChange={setContinuous} />
        {camera?.setTorch ? (
          <Button
            aria-pressed={hasLight}
            className="aria-pressed:border-primary aria-pressed:text-primary"
            onClick={() => {
              setHasLight(!hasLight);
              void camera.setTorch?.(!hasLight).catch(() => setHasLight(hasLight));
            }}
          >
            <Flashlight aria-hidden="true" />
            {t.torch}
          </Button>
        ) : null}
        {camera !== null && camera.all.length > 1 ? (
          <Select
            className="min-w-0 flex-1 basis-40"
            aria-label={t.camera}
            value={camera.id}
            onChange={({ currentTarget: { value } }) => {
              writeStoredItem(cameraKey, value);
              setDeviceId(value);
            }}
          >
            {camera.all.map((device, index) => (
              <option key={device.deviceId} value={device.deviceId}>
                {device.label || t.unnamedCamera(index + 1)}
              </option>
            ))}
          </Select>
        ) : null}
      </div>
    </div>
  );
}

interface CloseWatcherLike extends EventTarget {
  destroy(): void;
}

/** Closes the camera by the back button or gesture of Android, in browsers that report it. */
function useCloseWatcher(): void {
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcherLike };
    if (CloseWatcher === undefined) return undefined;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', close);
    return () => watcher.destroy();
  }, []);
}
