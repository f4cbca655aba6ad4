import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const all = ['src/**/*.test.{ts,tsx}', 'test/*.test.ts', 'test/{laws,crash,faults,contract}/**/*.test.ts', 'tools/**/*.test.ts']
/** Rules have no clock, no files and no state (architecture test): they share one process and load each other once. */
const rules = ['src/modules/*/rules/**/*.test.ts', 'src/lib/**/*.test.ts']
/** Five servers at once: `./polosa test` gives it the machine for itself. */
const processes = ['test/faults/nodes.test.ts']

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
        test: { name: 'rules', include: rules, isolate: false },
      },
      {
        extends: true,
        test: { name: 'parts', include: all, exclude: [...rules, ...processes] },
      },
      {
        extends: true,
        test: { name: 'processes', include: processes },
      },
    ],
    setupFiles: ['test/support/properties.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
  css: { modules: { generateScopedName: '[local]' } },
})
