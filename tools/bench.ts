/** `./polosa bench [name …]`: runs one or all of bench/*.ts, each in a process of its own, one after the other. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { exec, root } from './steps.ts'

export async function bench(args: string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('--'))
  const flags = args.filter((arg) => arg.startsWith('--'))
  const known = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) {
    process.stdout.write(`no benchmark ${unknown}; there are: ${known.join(', ')}\n`)
    return 1
  }
  let worst = 0
  for (const name of names.length ? names : known) {
    process.stdout.write(`\n== ${name}\n`)
    worst = Math.max(worst, await exec(process.execPath, [join(root, 'bench', `${name}.ts`), ...flags]))
  }
  return worst
}
