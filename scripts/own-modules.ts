import { afterAll, vi } from 'vitest';

// Test files share a process and its libraries, which take longer to load than most tests to run. What is ours
// each of them loads anew: no store, cache or circuit breaker of one file is there in the next. Rules and contracts stay: nothing in
// them changes (scripts/architecture.test.ts), and making all the schemas again took a third of a file's loading.
resetModules();

// The page is shared, too: what a file left on its device or its document is not the next one's, and what it had set for
// later does not come into the next one. The shell's timer once fetched what works the queue there, which sent what
// that file wanted to see waiting.
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of ['lang', 'dir', 'class']) document.documentElement.removeAttribute(name);
  const stopTimers = ownTimers();
  afterAll(async () => {
    stopTimers();
    await vi.dynamicImportSettled();
  });
}

/** Shorter ones are libraries' that count on them: the frames of the page's drawing are one. In ms. */
const longMs = 1000;

/** Remembers the long timers that are set from now on; returns what stops them and remembers no more. */
function ownTimers(): () => void {
  const set = new Set<ReturnType<typeof setTimeout>>();
  const { setTimeout: once, setInterval: again } = globalThis;
  const remembering = <S extends typeof once | typeof again>(start: S): S =>
    Object.assign((...args: Parameters<S>) => {
      const timer = (start as typeof once)(...(args as Parameters<typeof once>));
      if (Number(args[1]) >= longMs) set.add(timer);
      return timer;
    }, start) as S;
  globalThis.setTimeout = remembering(once);
  globalThis.setInterval = remembering(again);
  return () => {
    for (const timer of set) clearTimeout(timer);
    globalThis.setTimeout = once;
    globalThis.setInterval = again;
  };
}

interface ModulesByPath {
  idToModuleMap: Map<string, Evaluated>;
}

/** Of Vitest's modules by their path: what it has evaluated, and how. */
interface Evaluated {
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
}

/** Rules and contracts; not their tests. */
function isPure(path: string): boolean {
  return /\/src\/(?:domain|contract)\//.test(path) && !path.includes('.test.');
}

/** As `vi.resetModules`, but for what is pure. */
function resetModules(): void {
  const worker = (globalThis as { __vitest_worker__?: { evaluatedModules: ModulesByPath } })
    .__vitest_worker__;
  if (!worker) throw new Error('Vitest keeps its modules elsewhere now: see there what stays evaluated.');
  const kept: [Evaluated, Evaluated][] = [];
  for (const [path, module] of worker.evaluatedModules.idToModuleMap)
    if (isPure(path) && module.evaluated) kept.push([module, { ...module }]);
  vi.resetModules();
  for (const [module, { promise, exports, evaluated }] of kept)
    Object.assign(module, { promise, exports, evaluated });
}
