/**
 * `./polosa bench [name …]`: runs one or all of bench/*.ts, each in a process of its own, one after the other; ends
 * with 1 when a limit is broken, with 2 when it was called wrongly. `--quick` makes each as short as it can be. bench/README.md says what they measure.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { USAGE } from '../bench/support/figures.ts'
import { readArguments, UsageError } from './arguments.ts'
import { exec, root } from './steps.ts'

/** Parts of a benchmark beside it: its server, its clients, its data. */
const PART = /-(?:server|clients|data|setup)\.ts$/
/** Options that some benchmark reads: of a figure or a word, and switches. */
export const VALUES =
  'bets cases changes clients connections count cycles feed flight from kills legs liability load matches minutes networks only operations pairs path players rate reads requests rounds rush seconds seed settle size target victims warm'.split(
    ' ',
  )
export const SWITCHES = ['quick', 'built', 'mixed', 'profile']

/** As benchmarks read them: `--seconds 5` and `--seconds=5` are one wish. */
export function flagsOf(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).map(([name, value]) => (typeof value === 'string' ? `--${name}=${value}` : `--${name}`))
}

export async function bench(args: string[]): Promise<number> {
  const known = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts') && !PART.test(file))
    .map((file) => file.slice(0, -3))
  const options = Object.fromEntries([
    ...VALUES.map((name) => [name, { type: 'string' }] as const),
    ...SWITCHES.map((name) => [name, { type: 'boolean' }] as const),
  ])
  const { positionals: names, values } = readArguments('bench', args, options, { words: true })
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new UsageError(`bench: no benchmark ${unknown}; there are: ${known.join(', ')}`)
  const flags = flagsOf(values)
  const broken: string[] = []
  for (const name of names.length ? names : known) {
    process.stdout.write(`\n== ${name}\n`)
    const code = await exec(process.execPath, [join(root, 'bench', `${name}.ts`), ...flags])
    if (code === USAGE) return USAGE
    if (code !== 0) broken.push(name)
  }
  if (broken.length) process.stdout.write(`\nnot within the limit: ${broken.join(', ')}\n`)
  return broken.length ? 1 : 0
}
