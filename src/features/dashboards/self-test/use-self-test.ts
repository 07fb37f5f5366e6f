import { useEffect, useRef, useState } from 'react';
import { type Result, runSelfTest } from './run-self-test.ts';
import { checks } from './self-test-checks.ts';

/** A run of the self-test, and its results as they come. Leaving the page stops it. */
export function useSelfTest() {
  const [results, setResults] = useState<readonly Result[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setResults([]);
    setIsRunning(true);
    await runSelfTest(checks, (result) => setResults((before) => [...before, result]), control.signal);
    if (running.current === control) setIsRunning(false);
  };
  return {
    results,
    isRunning,
    run: () => void run(),
    stop(): void {
      running.current?.abort();
    },
  };
}
