import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
import { connectionStore } from '#platform/web/api/connection.ts';
import { whenIdle } from './user-activity.ts';
import { createStore, type Store, useStore } from './store.ts';

/** A module that is loaded on demand instead of before the first screen. */
export interface LazyModule<M> {
  /** Loads the module once. After a failure, the next call and the next connection retry. */
  load(): void;
  /** The module; null until loaded. */
  loaded: Store<M | null>;
  /** Whether the last attempt failed; false while loading and once loaded. */
  isMissing: Store<boolean>;
  /** Resolves when the first attempt has ended, whether or not it succeeded; never rejects. */
  firstTry: Promise<void>;
  /** Returns the module, for components rendered only inside something that has loaded it. */
  get(): M;
}

/** Long enough after the start for the first screen to be rendered and usable. */
const quietAfterMs = 4000;

/** Modules that a visible component waits for and that failed to load. */
export const missingModules = createStore<ReadonlySet<LazyModule<unknown>>>(new Set());

/** Retries loading every missing module. */
export function retryMissingModules(): void {
  for (const missed of missingModules.get()) missed.load();
}

/**
 * Creates a lazy module. It is loaded in idle time after the first screen, so that it opens instantly and
 * offline; failed loads are retried when the server responds again.
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

/**
 * Calls back once when the server responds again. A module removed by a new version is not requested again.
 */
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

/** Runs `begin` when the module is loaded; returns a function that stops or cancels it. */
export function whenLoaded<M>(wanted: LazyModule<M>, begin: (module: M) => () => void): () => void {
  let stop: (() => void) | null = null;
  const check = () => {
    const module = wanted.loaded.get();
    if (module !== null) stop ??= begin(module);
  };
  const unsubscribe = wanted.loaded.subscribe(check);
  check();
  return () => {
    unsubscribe();
    stop?.();
  };
}

/** Returns the module, or null until it is loaded; re-renders then. */
export function useLazyModule<M>(module: LazyModule<M>): M | null {
  return useStore(module.loaded);
}

/**
 * Returns a module that works without being opened; null until it is loaded. Browsers that don't report idle
 * time, such as Safari, load it when the first screen has had time to appear.
 */
export function useModuleAfterStart<M>(module: LazyModule<M>): M | null {
  const loaded = useLazyModule(module);
  useEffect(() => {
    if (typeof requestIdleCallback === 'function') return undefined;
    const timer = setTimeout(module.load, quietAfterMs);
    return () => clearTimeout(timer);
  }, [module]);
  return loaded;
}

/**
 * Loads a module while it is wanted and returns it, else null. If it cannot be loaded it is added to
 * `missingModules`, which the shell reports.
 */
export function useLazyModuleWhen<M>(isWanted: boolean, module: LazyModule<M>): M | null {
  const loaded = useBackgroundModule(isWanted, module);
  const isMissed = useStore(module.isMissing) && isWanted;
  useEffect(() => {
    if (!isMissed) return undefined;
    missingModules.set(new Set(missingModules.get()).add(module));
    return () => missingModules.set(missingModules.get().difference(new Set([module])));
  }, [isMissed, module]);
  return loaded;
}

/**
 * Like `useLazyModuleWhen`, but a failed load is not reported, because the user did not request the module.
 */
export function useBackgroundModule<M>(isWanted: boolean, module: LazyModule<M>): M | null {
  const loaded = useLazyModule(module);
  useEffect(() => {
    if (isWanted) module.load();
  }, [isWanted, module]);
  return isWanted ? loaded : null;
}

/**
 * Creates a component that is loaded when first rendered. The nearest Suspense boundary shows a fallback;
 * nothing is shown if loading fails, which the shell reports. The returned type equals the component's,
 * including its generics.
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
    // Chosen once, so that a rendered component is not remounted when the module is loaded elsewhere.
    const [View] = useState(() => view.loaded.get() ?? Late);
    return createElement(View, props);
  }
  return LazyView as C;
}

/** Name of the error for a module that failed to load, in any browser. */
const missingName = 'ModuleMissingError';

/** Whether an error is a failed module load: offline, or replaced by a new version. */
export function isModuleMissing(error: unknown): boolean {
  return error instanceof Error && error.name === missingName;
}

/**
 * Replaces browser-specific errors of failed module loads. The router would recognize those and reload the
 * page, which fails offline and discards unsaved input; as ordinary errors they are shown in place.
 *
 * @param onMissing called for each
 * @returns stops replacing
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
