import { useEffect } from 'react';
import { lazyModule, useLazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useStore } from '#platform/web/store.ts';
import { isCameraOpen } from './scan-listeners.ts';

const camera = lazyModule(() => import('./camera-dialog.tsx'));

/** Mount point of the camera dialog, whose code is loaded when it is first opened. It closes when the session ends. */
export function CameraHost() {
  const isOpen = useStore(isCameraOpen);
  useEffect(() => () => isCameraOpen.set(false), []);
  useLazyModuleWhen(isOpen, camera);
  const loaded = useLazyModule(camera);
  return loaded === null ? null : <loaded.CameraDialog isOpen={isOpen} />;
}
