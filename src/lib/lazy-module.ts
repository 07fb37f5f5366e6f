import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
import { connectionStore } from './api/connection.ts';
import { whenIdle } from './user-activity.ts';
import { createStore, type Store, useStore } from './store.ts';

/** A module that is fetched when somebody is about to need it, instead of before the first screen. */
export interface LazyModule<M> {
  /** Fetches it, once. Where that fails (no network), the next call and the next connection try again. */
  load(): void;
  /** The module; null until it is there. */
  loaded: Store<M | null>;
  /** Whether the last try failed. False while it is fetched, and once it is there. */
  isMissing: Store<boolean>;
  /** Resolves when the first try has ended, well or not; never rejects. */
  firstTry: Promise<void>;
  /** The module, for components that are only drawn inside something that has it. */
  get(): M;
}

/** Long enough after the start for the first screen to be there and usable. */
const quietAfterMs = 4000;

/** The modules that somebody waits for on screen and that could not be fetched. */
export const missingModules = createStore<ReadonlySet<LazyModule<unknown>>>(new Set());

/** Tries again to fetch everything that somebody waits for. */
export function retryMissingModules(): void {
  for (const missed of missingModules.get()) missed.load();
}

/**
 * Describes such a module. When the person is idle after the first screen it is fetched by itself,
 * so that what opens on a click opens at once, without a network too. A module that could not be fetched is fetched
 * again when the server answers again.
 */
export function lazyModule<M>(fetchModule: () => Promise<M>): LazyModule<M> {
  const loaded = createStore<M | null>(null);
  const isMissing = createStore(false);
  const { promise: firstTry, resolve: endFirstTry } = Promise.withResolvers<void>();
  let isOnItsWay = false;

  function load(): void {
    if (isOnItsWay) return;
    isOnItsWay = true;
    fetchModule()
      .then(
        (module) => {
          loaded.set(module);
          isMissing.set(false);
        },
        () => {
          isOnItsWay = false;
          isMissing.set(true);
          onceConnectedAgain(load);
        },
      )
      .finally(endFirstTry);
  }

  if (typeof requestIdleCallback === 'function') setTimeout(() => whenIdle(load), quietAfterMs);
  return {
    load,
    loaded,
    isMissing,
    firstTry,
    get() {
      const module = loaded.get();
      if (module === null) throw new Error('A part of the screen was drawn before it was loaded.');
      return module;
    },
  };
}

/** Calls back once, when the server answers after it did not. A module that is gone for good is not asked for again. */
function onceConnectedAgain(callback: () => void): void {
  let wasCut = !connectionStore.get().isAlive;
  const stop = connectionStore.subscribe(() => {
    if (!connectionStore.get().isAlive) wasCut = true;
    else if (wasCut) {
      stop();
      callback();
    }
  });
}

/** Begins when the module has come; returns how to stop, or how not to begin. */
export function whenLoaded<M>(wanted: LazyModule<M>, begin: (module: M) => () => void): () => void {
  let stop: (() => void) | null = null;
  const look = () => {
    const module = wanted.loaded.get();
    if (module !== null) stop ??= begin(module);
  };
  const unsubscribe = wanted.loaded.subscribe(look);
  look();
  return () => {
    unsubscribe();
    stop?.();
  };
}

/** Follows a module from a component: the module, or null until it is there. */
export function useLazyModule<M>(wanted: LazyModule<M>): M | null {
  return useStore(wanted.loaded);
}

/**
 * Loads a module while it is wanted, and gives it then; null until it is there and while it is not wanted. One that is
 * wanted and cannot be fetched is among `missingModules`, which the shell tells of.
 */
export function useLazyModuleWhen<M>(isWanted: boolean, wanted: LazyModule<M>): M | null {
  const loaded = useBackgroundModule(isWanted, wanted);
  const isMissed = useStore(wanted.isMissing) && isWanted;
  useEffect(() => {
    if (!isMissed) return undefined;
    missingModules.set(new Set(missingModules.get()).add(wanted));
    return () => missingModules.set(missingModules.get().difference(new Set([wanted])));
  }, [isMissed, wanted]);
  return loaded;
}

/** The same for what comes by itself: nobody has opened it, so nobody is told while it cannot be fetched. */
export function useBackgroundModule<M>(isWanted: boolean, wanted: LazyModule<M>): M | null {
  const loaded = useLazyModule(wanted);
  useEffect(() => {
    if (isWanted) wanted.load();
  }, [isWanted, wanted]);
  return isWanted ? loaded : null;
}

/**
 * A component that is fetched when it is first drawn. The nearest Suspense shows what stands there while it is on its
 * way; nothing does while it cannot be fetched, and the shell tells of it. Its own type stands for it, with what it is
 * generic in.
 */
export function lazyView<C>(fetchView: () => Promise<C>): C {
  const view = lazyModule(fetchView as () => Promise<ComponentType<object>>);
  function Tried(props: object) {
    const View = useLazyModuleWhen(true, view);
    return View === null ? null : createElement(View, props);
  }
  const Late = lazy(async () => {
    view.load();
    await view.firstTry;
    return { default: Tried };
  });
  function LazyView(props: object) {
    // Chosen once: what has been drawn is not drawn anew when the rest of the dashboard has it, too.
    const [View] = useState(() => view.loaded.get() ?? Late);
    return createElement(View, props);
  }
  return LazyView as C;
}

/** The name of the error that the failed fetch of a module rejects with, whichever browser it happened in. */
const missingName = 'ModuleMissingError';

/** Whether this is what the fetch of a page or another module failed with: no network, or gone with a new version. */
export function isModuleMissing(error: unknown): boolean {
  return error instanceof Error && error.name === missingName;
}

/**
 * Names the errors of modules that could not be fetched, before anybody sees them. The router knows such errors by what
 * browsers say, and reloads the page: without a network that ends in the browser's own error page, and over typed work
 * it is nobody's to decide. Said otherwise, they are errors like any other, and the page's place says what is missing.
 *
 * @param onMissing called for each
 * @returns stops naming
 */
export function markMissingModuleErrors(onMissing: () => void): () => void {
  const name = (event: Event) => {
    if (!('payload' in event) || !(event.payload instanceof Error)) return;
    event.payload.message = `A part of the dashboard could not be fetched. ${event.payload.message}`;
    event.payload.name = missingName;
    onMissing();
  };
  window.addEventListener('vite:preloadError', name);
  return () => window.removeEventListener('vite:preloadError', name);
}
