import { defineConfig } from 'vitest/config';

/** Two projects: pure and server tests on Node, screens in jsdom with the mocked API. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/{domain,contract}/**/*.test.ts', 'server/**/*.test.ts', 'scripts/**/*.test.ts', 'mocks/**/*.test.ts'],
          exclude: ['server/faults/**'],
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'dashboard',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/{domain,contract}/**', 'src/architecture.test.ts'],
        },
      },
    ],
  },
});
