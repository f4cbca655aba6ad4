import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { option } from '../bench/support/figures.ts'
import { readArguments, UsageError } from './arguments.ts'
import { bench, flagsOf, SWITCHES, VALUES } from './bench.ts'
import { brand } from './brand.ts'
import { keys } from './keys.ts'
import { start } from './start.ts'

/** A port that is none: what were to start by mistake would end at once, with another sentence. */
function polosa(...args: string[]) {
  const env = { ...process.env, PORT: 'none', BRANDS: 'none' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'polosa.ts'), ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, said: stderr.split('\n').filter((line) => line.startsWith('polosa: ')) }
}

/** What the function of a verb refuses its arguments with. */
async function refusal(run: () => Promise<number>): Promise<string> {
  const error = await run().then(
    () => null,
    (fault: unknown) => fault,
  )
  expect(error).toBeInstanceOf(UsageError)
  return (error as UsageError).message
}

it('a verb asked for help says what it does and starts nothing', () => {
  expect(polosa('start', '-h')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^usage: \.\/polosa start \[--only=/) as string,
    said: [],
  })
})

it('what means nothing is refused in one sentence', async () => {
  expect(polosa('start', '--hepl')).toEqual({ status: 1, stdout: '', said: ["polosa: start: Unknown option '--hepl'"] })
  expect(await refusal(() => start(['--x'], 'dev'))).toBe("dev: Unknown option '--x'")
  expect(await refusal(() => start(['please']))).toMatch(/^start: Unexpected argument 'please'/)
  expect(polosa('check', '--quick').said).toEqual(["polosa: check: Unknown option '--quick'"])
})

it('a figure of a bench that is no number starts none', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'polosa.ts'), 'bench', 'start', '--rounds=1e'], {
    env: { ...process.env, DATABASE_URL: 'postgres://nobody@localhost:1/none' },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([2, 'bench: --rounds is a number, not "1e"\n'])
})

it.each(['abc', '', '1e', '-1'])('%j is no figure of a bench', (given) => {
  const [argv, said] = [process.argv, vi.spyOn(process.stderr, 'write').mockReturnValue(true)]
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  process.argv = [...argv, `--kills=${given}`]
  onTestFinished(() => {
    process.argv = argv
    said.mockRestore()
    exit.mockRestore()
  })
  expect(() => option('kills', 5)).toThrow('exit 2')
  expect(said.mock.calls).toEqual([[`bench: --kills is a number, not ${JSON.stringify(given)}\n`]])
})

it('values and words that are known come through; an option without its value does not', () => {
  const only = { only: { type: 'string' } } as const
  expect(readArguments('start', ['--only=api,feed'], only).values.only).toBe('api,feed')
  expect(readArguments('replay', ['saturday'], {}, { words: true }).positionals).toEqual(['saturday'])
  expect(() => readArguments('start', ['--only'], only)).toThrow(UsageError)
})

it('asked for help without a verb, it lists the verbs', () => {
  for (const asked of ['--help', '-h'])
    expect(polosa(asked)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^usage: \.\/polosa VERB\n/) as string, said: [] })
  expect(polosa('toString')).toMatchObject({ status: 1, said: ['polosa: no verb toString'] })
  expect(polosa('bench', '--help').stdout).toMatch(/^usage: \.\/polosa bench \[NAME …\] \[--quick\]\n/)
})

it('asked which version it is, it says that alone', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
  for (const asked of ['--version', '-v']) expect(polosa(asked)).toEqual({ status: 0, stdout: `${version}\n`, said: [] })
})

it.each([
  [bench, '--quik'],
  [bench, '--quick=yes'],
  [bench, 'acceptor', 'no-such-bench'],
  [brand, 'lint', 'x'],
  [brand, 'lint', '--x'],
  [brand, 'new', 'zz', 'extra'],
  [brand, 'new'],
  [keys],
  [keys, 'a', 'b'],
] as [(args: string[]) => Promise<number>, ...string[]][])('%o %s %s %s is a slip of the hand', async (verb, ...slip) => {
  vi.stubEnv('BRANDS', 'none')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await refusal(() => verb(slip))).toMatch(/^(?:bench: |brand: |usage: )/)
})

it('every option that a benchmark reads is known to the verb', () => {
  const folder = join(import.meta.dirname, '../bench')
  const text = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const found = (form: RegExp) => [...new Set([...text.matchAll(form)].map(([, name]) => name!))].toSorted()
  const read = [...found(/\b(?:option|whole)\('([a-z]+)'/g), ...found(/(?:startsWith|includes)\('--([a-z]+)=/g)]
  // Two are between a benchmark and its own processes.
  expect(VALUES.toSorted()).toEqual([...new Set(read)].filter((name) => name !== 'child' && name !== 'to').toSorted())
  expect(SWITCHES.toSorted()).toEqual([...new Set(['quick', ...found(/argv\.includes\('--([a-z]+)'\)/g)])].toSorted())
})

it('a figure reaches its benchmark whether a sign or a space stands before it', () => {
  const options = { seconds: { type: 'string' }, rounds: { type: 'string' }, quick: { type: 'boolean' } } as const
  const { values } = readArguments('bench', ['--seconds', '5', 'peak', '--rounds=2', '--quick'], options, { words: true })
  expect(flagsOf(values)).toEqual(['--seconds=5', '--rounds=2', '--quick'])
})
