import { lazyModule, useBackgroundModule } from '#platform/web/lazy-module.ts';
import { touchQuery, useMedia } from '#platform/web/use-media.ts';

const numberPad = lazyModule(() => import('./number-pad.tsx'));

/**
 * Returns the number pad on touch devices once loaded, else null; until then a cell uses the device's own
 * keyboard.
 */
export function useNumberPad() {
  return useBackgroundModule(useMedia(touchQuery), numberPad);
}
