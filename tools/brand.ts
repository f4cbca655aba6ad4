/** `./polosa brand lint` checks every brand; `./polosa brand new NAME` makes a working one. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { contrastFailures, parseTokens } from '#modules/brand/rules/theme.ts'
import { loadBrands } from '#modules/brand/server/index.ts'
import { UsageError } from './arguments.ts'
import { root } from './steps.ts'

export async function brand(args: string[]): Promise<number> {
  const dir = resolve(process.env['BRANDS'] ?? join(root, 'brands'))
  const [what, name] = args
  if (what === 'lint') return lint(dir)
  if (what === 'new' && name) return make(dir, name)
  throw new UsageError('usage: ./polosa brand lint | ./polosa brand new NAME')
}

/** Schema, hosts and contrast of every brand; a failure names the pair and the theme. */
export function lint(dir: string): number {
  const brands = loadBrands(dir, 'production')
  const tokens = parseTokens(readFileSync(join(root, 'src/ui/tokens.css'), 'utf8'))
  let failed = 0
  for (const { config } of brands.list()) {
    const failures = contrastFailures(tokens, config.customize)
    for (const f of failures) {
      process.stdout.write(`${config.id}: ${f.foreground} on ${f.background} has ${f.ratio} in ${f.theme}, at least ${f.least} is needed\n`)
    }
    failed += failures.length
    if (!failures.length) process.stdout.write(`${config.id}: good\n`)
  }
  return failed ? 1 : 0
}

/** A copy of the house brand under its own name, number and host; its colours are the first thing to change. */
export function make(dir: string, name: string): number {
  const id = name.toLowerCase()
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(id)) throw new UsageError('a brand is called by a short Latin name: letters, digits, hyphens')
  if (existsSync(join(dir, id))) throw new UsageError(`there is a brand ${id} already`)
  const brands = loadBrands(dir, 'production').list()
  const number = Math.max(...brands.map((b) => b.config.number)) + 1
  const model = brands.find((b) => b.config.number === 1) ?? brands[0]!
  cpSync(join(dir, model.config.id), join(dir, id), { recursive: true })
  const file = structuredClone(model)
  file.config.id = id
  file.config.number = number
  file.config.group = number
  file.config.hosts = [`${id}.localhost`]
  file.config.customize.name = name
  file.config.customize.logo.word = id
  file.config.telemetry.projectHash = `${id.replaceAll('-', '')}000000`.slice(0, 12)
  file.config.global.supportEmail = `support@${id}.example`
  writeFileSync(join(dir, id, 'config.json'), `${JSON.stringify(file, null, 2)}\n`)
  process.stdout.write(`brands/${id} made; it answers on http://${id}.localhost:3000 after a restart\n`)
  return lint(dir)
}
