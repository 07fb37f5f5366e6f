import { useEffect } from 'react';
import { createStore, type Store, useStore } from './store.ts';

/** A module that is fetched when somebody is about to need it, instead of before the first screen. */
export interface Part<M> {
  /** Fetches it, once. Where that fails (no network), the next call tries again. */
  load(): void;
  /** The module; null until it is there. */
  loaded: Store<M | null>;
  /** The module, for components that are only drawn inside something that has it. */
  get(): M;
}

/** Long enough after the start for the first screen to be there and usable. */
const quietAfterMs = 4000;

/**
 * Describes such a module. When the browser has nothing to do after the first screen it is fetched by itself,
 * so that what opens on a click opens at once, without a network too.
 */
export function part<M>(fetchModule: () => Promise<M>): Part<M> {
  const loaded = createStore<M | null>(null);
  let isOnItsWay = false;

  function load(): void {
    if (isOnItsWay) return;
    isOnItsWay = true;
    fetchModule().then(
      (module) => loaded.set(module),
      () => {
        isOnItsWay = false;
      },
    );
  }

  if (typeof requestIdleCallback === 'function') setTimeout(() => requestIdleCallback(load), quietAfterMs);
  return {
    load,
    loaded,
    get() {
      const module = loaded.get();
      if (module === null) throw new Error('A part of the screen was drawn before it was loaded.');
      return module;
    },
  };
}

/** Follows a part from a component: the module, or null until it is there. */
export function usePart<M>(wanted: Part<M>): M | null {
  return useStore(wanted.loaded);
}

/** Loads a part while it is wanted, and gives it then; null until it is there and while it is not wanted. */
export function usePartWhen<M>(isWanted: boolean, wanted: Part<M>): M | null {
  const loaded = usePart(wanted);
  useEffect(() => {
    if (isWanted) wanted.load();
  }, [isWanted, wanted]);
  return isWanted ? loaded : null;
}
