import { lazyModule, useBackgroundModule } from '#src/lib/lazy-module.ts';
import { touchQuery, useMedia } from '#src/lib/use-media.ts';

const numberPad = lazyModule(() => import('./number-pad.tsx'));

/**
 * The number pad where fingers type, once it is there; null for a mouse, and until then: a cell asks for the device's
 * own keyboard as long as there is no other.
 */
export function useNumberPad() {
  return useBackgroundModule(useMedia(touchQuery), numberPad);
}
