import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readArguments, UsageError } from './arguments.ts'

/** A port that is none: what were to start by mistake would end at once, with another sentence. */
function polosa(...args: string[]) {
  const env = { ...process.env, PORT: 'none' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'polosa.ts'), ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, said: stderr.split('\n').filter((line) => line.startsWith('polosa: ')) }
}

it('a verb asked for help says what it does and starts nothing', () => {
  for (const asked of ['--help', '-h'])
    expect(polosa('start', asked)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^usage: \.\/polosa start \[--only=/) as string,
      said: [],
    })
})

it('what means nothing is refused in one sentence', () => {
  expect(polosa('start', '--hepl')).toEqual({ status: 1, stdout: '', said: ["polosa: start: Unknown option '--hepl'"] })
  expect(polosa('start', 'please').said).toEqual([expect.stringMatching(/^polosa: start: Unexpected argument 'please'/)])
  expect(polosa('check', '--quick').said).toEqual(["polosa: check: Unknown option '--quick'"])
})

it('values and words that are known come through; an option without its value does not', () => {
  const only = { only: { type: 'string' } } as const
  expect(readArguments('start', ['--only=api,feed'], only).values.only).toBe('api,feed')
  expect(readArguments('replay', ['saturday'], {}, { words: true }).positionals).toEqual(['saturday'])
  expect(() => readArguments('start', ['--only'], only)).toThrow(UsageError)
})
