import { getAimRegion } from './aim.ts';
import { loadCodeReader } from './code-reader.ts';

/** Reason why the camera can't scan. */
export type CameraErrorReason = 'insecure' | 'missing' | 'refused' | 'busy' | 'failed' | 'notLoaded';

export class CameraError extends Error {
  readonly reason: CameraErrorReason;

  constructor(reason: CameraErrorReason, cause?: unknown) {
    super(`The camera can't scan: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** Reasons by the name of the browser's error (Media Capture and Streams, section 10.2.1). */
const reasonByErrorName: Readonly<Record<string, CameraErrorReason>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** A camera that is open. */
export interface OpenCamera {
  id: string;
  /** All cameras of the device, including this one. */
  all: readonly MediaDeviceInfo[];
  /** Switches the light; null without one. */
  setTorch: ((isOn: boolean) => Promise<void>) | null;
}

interface CameraHandlers {
  onOpen(camera: OpenCamera): void;
  /**
   * @param code the code in the aiming frame, or null
   * @param atMs time of the picture on the page's clock
   */
  onPicture(code: string | null, atMs: number): void;
}

/** Minimum time between two examined pictures, in ms. Examining more would only drain the battery. */
const intervalMs = 100;

/**
 * Shows a camera in a video element and reads the codes inside the aiming frame until the signal aborts.
 *
 * @param deviceId the preferred camera; null for the one at the back
 * @throws CameraError
 */
export async function runCamera(
  video: HTMLVideoElement,
  deviceId: string | null,
  signal: AbortSignal,
  { onOpen, onPicture }: CameraHandlers,
): Promise<void> {
  const stream = await openStream(deviceId);
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  signal.addEventListener('abort', stop);
  if (signal.aborted) return stop();
  video.srcObject = stream;
  await video.play();
  onOpen(await describeCamera(stream));
  const readCode = await loadCodeReader().catch((error: unknown) => {
    throw new CameraError('notLoaded', error);
  });
  let examinedAt = Number.NEGATIVE_INFINITY;
  for (let atMs = await waitForPicture(video); !signal.aborted; atMs = await waitForPicture(video)) {
    if (atMs - examinedAt < intervalMs) continue;
    examinedAt = atMs;
    const picture = await takePicture(video);
    const code = await readCode(picture);
    picture.close();
    if (!signal.aborted) onPicture(code, atMs);
  }
}

async function openStream(deviceId: string | null): Promise<MediaStream> {
  if (!window.isSecureContext) throw new CameraError('insecure');
  const choice = deviceId === null ? { facingMode: 'environment' } : { deviceId };
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { ...choice, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    throw new CameraError(
      (error instanceof DOMException && reasonByErrorName[error.name]) || 'failed',
      error,
    );
  }
}

async function describeCamera(stream: MediaStream): Promise<OpenCamera> {
  const [track] = stream.getVideoTracks();
  const devices = await navigator.mediaDevices.enumerateDevices();
  // The light isn't part of the types, and older versions of Firefox list no capabilities.
  const capabilities = (track?.getCapabilities?.() ?? {}) as { torch?: boolean };
  return {
    id: track?.getSettings().deviceId ?? '',
    all: devices.filter(({ kind }) => kind === 'videoinput'),
    setTorch: capabilities.torch
      ? async (torch) => track?.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
      : null,
  };
}

/** Resolves with the time of the next picture, in ms; pauses while the tab is hidden. */
const waitForPicture = (video: HTMLVideoElement): Promise<number> =>
  new Promise((resolve) => {
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(resolve);
    else requestAnimationFrame(resolve);
  });

async function takePicture(video: HTMLVideoElement): Promise<ImageBitmap> {
  const picture = { width: video.videoWidth, height: video.videoHeight };
  const { x, y, width, height } = getAimRegion(picture, {
    width: video.clientWidth,
    height: video.clientHeight,
  });
  return createImageBitmap(video, x, y, width, height);
}
