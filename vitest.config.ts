import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts', 'test/{laws,crash,faults,contract}/**/*.test.ts', 'tools/**/*.test.ts'],
    setupFiles: ['test/support/properties.ts'],
    // Two cores: one worker each. Files with a database share one server and take a database of their own.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
  css: { modules: { generateScopedName: '[local]' } },
})
