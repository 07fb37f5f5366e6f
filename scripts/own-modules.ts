import { vi } from 'vitest';

// Test files share a process and its libraries, which take longer to load than most tests to run. What is ours
// each of them loads anew: no store, cache or circuit breaker of one file is there in the next.
vi.resetModules();

// The page is shared, too: what a file left on its device or its document is not the next one's.
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of ['lang', 'dir', 'class']) document.documentElement.removeAttribute(name);
}
