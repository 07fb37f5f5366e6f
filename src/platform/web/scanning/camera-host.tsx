import { useEffect } from 'react';
import { lazyModule, useLazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useStore } from '#platform/web/store.ts';
import { isCameraOpen } from './scan-listeners.ts';

const camera = lazyModule(() => import('./camera-dialog.tsx'));

/** Place of the camera's dialog, whose code loads when it is first opened. The camera ends with the session. */
export function CameraHost() {
  const isOpen = useStore(isCameraOpen);
  useEffect(() => () => isCameraOpen.set(false), []);
  useLazyModuleWhen(isOpen, camera);
  const loaded = useLazyModule(camera);
  return loaded === null ? null : <loaded.CameraDialog isOpen={isOpen} />;
}
