/** `./polosa check`: what needs no database and no browser, in under a minute. */
import { join } from 'node:path'
import { program, root, runSteps, type Step } from './steps.ts'

export const CHECKS_REPORT = join(root, '.cache/checks-report.json')

/** Each collects its garbage often where memory is plenty, and a type that several threads look at is worked out by each of them. */
const SPARE = { GOGC: '400' }
const types = (of: string, config: string) => program(`types: ${of}`, 'tsc', ['-p', `tsconfig.${config}.json`, '--checkers', '1'], SPARE)

export function checkSteps(): (Step | Step[])[] {
  return [
    [
      program('format', 'oxfmt', [
        '--check',
        'src',
        'tools',
        'test',
        'bench',
        'vite.config.ts',
        'vitest.config.ts',
        'react-router.config.ts',
        'playwright.config.ts',
      ]),
      program('types of routes', 'react-router', ['typegen']),
    ],
    // The longest first.
    [
      program('lint', 'oxlint', ['--type-aware', 'src', 'tools', 'test', 'bench'], SPARE),
      types('server', 'server'),
      types('web', 'web'),
      types('rules', 'rules'),
      program('dead code', 'knip', []),
      program('architecture', 'vitest', [
        'run',
        '--project=checks',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${CHECKS_REPORT}`,
      ]),
      types('browser tests', 'e2e'),
      types('page server', 'site'),
    ],
  ]
}

export async function check(_args: string[]): Promise<number> {
  return runSteps(checkSteps())
}
