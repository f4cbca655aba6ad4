/** `./polosa check`: what needs no database and no browser, in under a minute. */
import { join } from 'node:path'
import { program, root, runSteps, type Step } from './steps.ts'

export const CHECKS_REPORT = join(root, '.cache/checks-report.json')

export function checkSteps(): Step[] {
  return [
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
    program('lint', 'oxlint', ['--type-aware', 'src', 'tools', 'test', 'bench']),
    program('types of routes', 'react-router', ['typegen']),
    program('types: rules', 'tsc', ['-p', 'tsconfig.rules.json']),
    program('types: server', 'tsc', ['-p', 'tsconfig.server.json']),
    program('types: web', 'tsc', ['-p', 'tsconfig.web.json']),
    program('types: page server', 'tsc', ['-p', 'tsconfig.site.json']),
    program('types: browser tests', 'tsc', ['-p', 'tsconfig.e2e.json']),
    program('dead code', 'knip', []),
    program('architecture', 'vitest', [
      'run',
      '--project=checks',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${CHECKS_REPORT}`,
    ]),
  ]
}

export async function check(_args: string[]): Promise<number> {
  return runSteps(checkSteps())
}
