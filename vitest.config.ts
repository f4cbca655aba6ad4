import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const parts = ['src/**/*.test.{ts,tsx}', 'bench/support/*.test.ts']
/** Rules have no clock, no files and no state (architecture test): they share one process and load each other once. */
const rules = ['src/modules/*/rules/**/*.test.ts', 'src/lib/**/*.test.ts']
/** With a database of their own, for the most part. */
const servers = ['src/**/server/**/*.test.ts', 'src/compose/*.test.ts']
/** What such a test does stays in its process: decoders of pictures are shut, the sample line gets more games. */
const alone = ['src/modules/files/server/files.test.ts', 'src/modules/main-feed/server/main-feed.test.ts']
/** Whole servers, and tools that start processes. */
const whole = ['test/*.test.ts', 'test/{laws,crash,faults}/**/*.test.ts', 'tools/**/*.test.ts']
/** They ask the contracts what routes there are: a server that another file has started must not be counted. */
const contracts = ['test/contract/**/*.test.ts', 'test/faults/production.test.ts']
/** It replaces a module of ours, which Vite's loader does for all who load it. */
const replaced = ['test/contract/security.test.ts']
/** They read the sources and run nothing of them: part of the checks, which the whole run begins with. */
const checks = ['test/architecture.test.ts', 'test/house.test.ts']
/** Five servers at once take most of the machine; beside them run the faults that mostly wait. */
const processes = ['test/faults/{nodes,database,clock,feed,disk}.test.ts']

/** Node loads a server from what it compiled before, in half the time of Vite's loader, and runs it as it is. */
const loadedByNode = { experimental: { viteModuleRunner: false } }

/** The longest first: the worker that would meet one of them last would work alone at the end. */
const LONGEST = [
  'test/crash/',
  'test/faults/proxy',
  'test/faults/planted-keys',
  'test/faults/',
  'test/contract/',
  'tools/replay',
  'test/laws/',
  'feeds/server/',
  'world/server/',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((part) => moduleId.includes(part))
      return at < 0 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    // Two cores: one worker each. Files with a database share one server and take a database of their own.
    maxWorkers: 2,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: rules, isolate: false, ...loadedByNode },
      },
      {
        extends: true,
        // Loading the server anew for each file would take a third of the time.
        test: { name: 'servers', include: servers, exclude: [...rules, ...alone], isolate: false, ...loadedByNode },
      },
      {
        extends: true,
        test: { name: 'screens', include: parts, exclude: [...rules, ...servers, ...alone], isolate: false },
      },
      {
        extends: true,
        test: { name: 'whole', include: whole, exclude: [...processes, ...checks, ...contracts], isolate: false, ...loadedByNode },
      },
      {
        extends: true,
        test: { name: 'alone', include: [...alone, ...contracts], exclude: replaced, ...loadedByNode },
      },
      {
        extends: true,
        test: { name: 'replaced', include: replaced },
      },
      {
        extends: true,
        test: { name: 'checks', include: checks },
      },
      {
        extends: true,
        test: { name: 'processes', include: processes, ...loadedByNode },
      },
    ],
    setupFiles: ['test/support/properties.ts'],
    // A second, as it is by itself, is short where another worker has the machine.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
  css: { modules: { generateScopedName: '[local]' } },
})
