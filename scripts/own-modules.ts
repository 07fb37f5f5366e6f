import { afterAll, vi } from 'vitest';

// Test files share a process and its libraries, which take longer to load than most tests take to run. Our
// own modules are reloaded for each file, so that no store, cache or circuit breaker carries over. Rules and
// schemas are kept, because they are immutable (scripts/architecture.test.ts) and building all schemas took a
// third of a file's load time.
resetModules();

// The page is shared too, so storage, document and timers are reset for the next file. Without this, the
// shell's timer once loaded the outbox in another file and sent an action that its test expected to be
// waiting.
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of ['lang', 'dir', 'class']) document.documentElement.removeAttribute(name);
  const stopTimers = trackLongTimers();
  afterAll(async () => {
    stopTimers();
    await vi.dynamicImportSettled();
  });
}

/**
 * Minimum duration of tracked timers, in ms. Shorter ones belong to libraries that rely on them, such as
 * animation frames.
 */
const longMs = 1000;

/** Tracks long timers set from now on; returns a function that stops them and the tracking. */
function trackLongTimers(): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const { setTimeout: originalTimeout, setInterval: originalInterval } = globalThis;
  const trackTimers = <S extends typeof originalTimeout | typeof originalInterval>(start: S): S =>
    Object.assign((...args: Parameters<S>) => {
      const timer = (start as typeof originalTimeout)(...(args as Parameters<typeof originalTimeout>));
      if (Number(args[1]) >= longMs) timers.add(timer);
      return timer;
    }, start) as S;
  globalThis.setTimeout = trackTimers(originalTimeout);
  globalThis.setInterval = trackTimers(originalInterval);
  return () => {
    for (const timer of timers) clearTimeout(timer);
    globalThis.setTimeout = originalTimeout;
    globalThis.setInterval = originalInterval;
  };
}

interface ModulesByPath {
  idToModuleMap: Map<string, EvaluatedModule>;
}

/** A module evaluated by Vitest. */
interface EvaluatedModule {
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
}

/** Returns whether a module contains only rules or schemas. */
function isPure(path: string): boolean {
  return /\/src\/(?:core|platform|modules)\/(?!.*\b(?:server|web)\/)/.test(path) && !path.includes('.test.');
}

/** Works like `vi.resetModules`, but keeps pure modules. */
function resetModules(): void {
  const worker = (globalThis as { __vitest_worker__?: { evaluatedModules: ModulesByPath } })
    .__vitest_worker__;
  if (!worker) throw new Error('Vitest no longer has evaluatedModules in its worker: update resetModules.');
  const pureModules: [EvaluatedModule, EvaluatedModule][] = [];
  for (const [path, module] of worker.evaluatedModules.idToModuleMap)
    if (isPure(path) && module.evaluated) pureModules.push([module, { ...module }]);
  vi.resetModules();
  for (const [module, { promise, exports, evaluated }] of pureModules)
    Object.assign(module, { promise, exports, evaluated });
}
