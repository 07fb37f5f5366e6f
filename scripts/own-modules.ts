import { vi } from 'vitest';

// Test files share a process and its libraries, which take longer to load than most tests to run. What is ours
// each of them loads anew: no store, cache or circuit breaker of one file is there in the next.
vi.resetModules();
