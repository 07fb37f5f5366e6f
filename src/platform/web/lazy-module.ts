import { type ComponentType, createElement, lazy, useEffect, useState } from 'react';
import { connectionStore } from '#platform/web/api/connection.ts';
import { whenIdle } from './user-activity.ts';
import { createStore, type Store, useStore } from './store.ts';

/** A module that is loaded on demand instead of before the first screen. */
export interface LazyModule<M> {
  /** Loads the module once. A failed load is retried on the next call and on reconnect. */
  load(): void;
  /** The module; null until loaded. */
  loaded: Store<M | null>;
  /** Whether the last attempt failed; false while loading and once loaded. */
  isMissing: Store<boolean>;
  /** Resolves when the first attempt has ended, whether or not it succeeded; never rejects. */
  firstAttempt: Promise<void>;
  /** Returns the module, for components that are rendered only after it has loaded. */
  get(): M;
}

/** Long enough after startup for the first screen to be rendered and usable. */
const startupMs = 4000;

/** Modules that a visible component waits for and that failed to load. */
export const missingModules = createStore<ReadonlySet<LazyModule<unknown>>>(new Set());

/** Retries loading every missing module. */
export function retryMissingModules(): void {
  for (const module of missingModules.get()) module.load();
}

/**
 * Creates a lazy module. Offline, it comes from the service worker; failed loads are retried when the server
 * responds again.
 */
export function lazyModule<M>(fetchModule: () => Promise<M>): LazyModule<M> {
  const loaded = createStore<M | null>(null);
  const isMissing = createStore(false);
  const { promise: firstAttempt, resolve: endFirstAttempt } = Promise.withResolvers<void>();
  let isLoading = false;

  function load(): void {
    if (isLoading) return;
    isLoading = true;
    fetchModule()
      .then(
        (module) => {
          loaded.set(module);
          isMissing.set(false);
        },
        () => {
          isLoading = false;
          isMissing.set(true);
          onReconnect(load);
        },
      )
      .finally(endFirstAttempt);
  }

  return {
    load,
    loaded,
    isMissing,
    firstAttempt,
    get() {
      const module = loaded.get();
      if (module === null) throw new Error('A lazy module was used before it was loaded.');
      return module;
    },
  };
}

/**
 * Calls `callback` once when the server responds again. A module removed by a new version is not requested
 * again.
 */
function onReconnect(callback: () => void): void {
  let wasDisconnected = !connectionStore.get().isAlive;
  const stop = connectionStore.subscribe(() => {
    if (!connectionStore.get().isAlive) wasDisconnected = true;
    else if (wasDisconnected) {
      stop();
      callback();
    }
  });
}

/** Runs `start` when the module is loaded; returns a function that stops or cancels it. */
export function whenLoaded<M>(target: LazyModule<M>, start: (module: M) => () => void): () => void {
  let stop: (() => void) | null = null;
  const check = () => {
    const module = target.loaded.get();
    if (module !== null) stop ??= start(module);
  };
  const unsubscribe = target.loaded.subscribe(check);
  check();
  return () => {
    unsubscribe();
    stop?.();
  };
}

/** Returns the module, or null until it is loaded; re-renders once it is. */
export function useLazyModule<M>(module: LazyModule<M>): M | null {
  return useStore(module.loaded);
}

/**
 * Returns a module that runs without being opened by the user. It is loaded in idle time, after the first
 * screen has been rendered; null until then.
 */
export function useModuleAfterStart<M>(module: LazyModule<M>): M | null {
  const loaded = useLazyModule(module);
  useEffect(() => {
    let cancel = () => undefined as unknown;
    const timer = setTimeout(() => {
      cancel = whenIdle(module.load);
    }, startupMs);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [module]);
  return loaded;
}

/**
 * Loads a module while it is needed and returns it; otherwise returns null. If it can't be loaded, it is
 * added to `missingModules`, which the shell reports.
 */
export function useLazyModuleWhen<M>(isNeeded: boolean, module: LazyModule<M>): M | null {
  const loaded = useBackgroundModule(isNeeded, module);
  const isReported = useStore(module.isMissing) && isNeeded;
  useEffect(() => {
    if (!isReported) return undefined;
    missingModules.set(new Set(missingModules.get()).add(module));
    return () => missingModules.set(missingModules.get().difference(new Set([module])));
  }, [isReported, module]);
  return loaded;
}

/**
 * Like `useLazyModuleWhen`, but a failed load is not reported, because the user did not request the module.
 */
export function useBackgroundModule<M>(isNeeded: boolean, module: LazyModule<M>): M | null {
  const loaded = useLazyModule(module);
  useEffect(() => {
    if (isNeeded) module.load();
  }, [isNeeded, module]);
  return isNeeded ? loaded : null;
}

/**
 * Creates a component that is loaded when first rendered. The nearest Suspense boundary shows a fallback. If
 * loading fails, nothing is rendered and the shell reports it. The returned type equals the component's type,
 * including its generics.
 */
export function lazyView<C>(fetchView: () => Promise<C>): C {
  const view = lazyModule(fetchView as () => Promise<ComponentType<object>>);
  function LoadedView(props: object) {
    const View = useLazyModuleWhen(true, view);
    return View === null ? null : createElement(View, props);
  }
  const SuspendedView = lazy(async () => {
    view.load();
    await view.firstAttempt;
    return { default: LoadedView };
  });
  function LazyView(props: object) {
    // Chosen once, so that a rendered component is not remounted when the module is loaded elsewhere.
    const [View] = useState(() => view.loaded.get() ?? SuspendedView);
    return createElement(View, props);
  }
  return LazyView as C;
}

/** Name of the error for a module that failed to load, in any browser. */
const missingName = 'ModuleMissingError';

/**
 * Whether an error is a failed module load: the device is offline, or a new version has replaced the module.
 */
export function isModuleMissing(error: unknown): boolean {
  return error instanceof Error && error.name === missingName;
}

/**
 * Replaces browser-specific module load errors. The router would recognize those and reload the page, which
 * fails offline and discards unsaved input; as ordinary errors, they are shown in place.
 *
 * @param onMissing called for each failed load
 * @returns a function that stops replacing them
 */
export function markMissingModuleErrors(onMissing: () => void): () => void {
  const replaceError = (event: Event) => {
    if (!('payload' in event) || !(event.payload instanceof Error)) return;
    event.payload.message = `A part of the dashboard could not be loaded. ${event.payload.message}`;
    event.payload.name = missingName;
    onMissing();
  };
  window.addEventListener('vite:preloadError', replaceError);
  return () => window.removeEventListener('vite:preloadError', replaceError);
}
