/** `./polosa brand lint` checks every brand; `./polosa brand new NAME` makes a working one. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSheet } from '#modules/brand/rules/theme-sheet.ts'
import { contrastFailures, parseTokens } from '#modules/brand/rules/theme.ts'
import { loadBrands } from '#modules/brand/server/index.ts'
import { readEnv } from '#platform/server/env.ts'
import { readArguments, UsageError } from './arguments.ts'
import { root } from './steps.ts'

/** Of the word beside the mark. */
const MAX_WORD = 20

export async function brand(args: string[]): Promise<number> {
  const dir = resolve(process.env['BRANDS'] ?? join(root, 'brands'))
  const [what, name, ...more] = readArguments('brand', args, {}, { words: true }).positionals
  if (what === 'lint' && !name) return lint(dir)
  if (what === 'new' && name && more.length === 0) return make(dir, name)
  throw new UsageError('usage: ./polosa brand lint | ./polosa brand new NAME')
}

/** Schema, hosts and contrast of every brand, its theme.css included; a failure names the pair and the theme. */
export function lint(dir: string): number {
  const brands = loadBrands(dir, 'production')
  const tokens = parseTokens(readFileSync(join(root, 'src/ui/tokens.css'), 'utf8'))
  let failed = 0
  for (const { config } of brands.list()) {
    const file = join(dir, config.id, 'theme.css')
    const sheet = readSheet(existsSync(file) ? readFileSync(file, 'utf8') : '', (name) => name in tokens.paper)
    const failures = contrastFailures(tokens, config.customize, sheet.tokens)
    for (const rule of sheet.unclear)
      process.stdout.write(`${config.id}: theme.css: ${rule}: a colour is a token of the house under :root or [data-theme=…], as #rrggbb\n`)
    for (const f of failures) {
      process.stdout.write(`${config.id}: ${f.foreground} on ${f.background} has ${f.ratio} in ${f.theme}, at least ${f.least} is needed\n`)
    }
    failed += failures.length + sheet.unclear.length
    if (!failures.length && !sheet.unclear.length) process.stdout.write(`${config.id}: good\n`)
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
  const text = readFileSync(join(dir, model.config.id, 'config.json'), 'utf8')
  const file = renamed(JSON.parse(text) as BrandText, { id, name, number })
  const logo = join(dir, id, 'logo.svg')
  if (existsSync(logo)) writeFileSync(logo, readFileSync(logo, 'utf8').replaceAll(model.config.customize.name, name))
  writeFileSync(join(dir, id, 'config.json'), `${JSON.stringify(file, null, 2)}\n`)
  process.stdout.write(`${join(dir, id)} made; it answers on http://${id}.localhost:${readEnv(process.env).port} after a restart\n`)
  return lint(dir)
}

/** What a new brand changes in the file of its model; all the rest stays as it is written there. */
interface BrandText {
  config: {
    id: string
    number: number
    group: number
    hosts: string[]
    global: { supportEmail: string }
    support?: { contacts?: { kind: string; value: unknown }[] }
    telemetry: { projectHash: string }
    customize: { name: string; logo: { word: string } }
  }
}

/** Of the ways to reach the house only the e-mail is the new brand's: telephones and names of the model lead to another house. */
function renamed(file: BrandText, { id, name, number }: { id: string; name: string; number: number }): BrandText {
  const { config } = file
  const { support, customize } = config
  Object.assign(config, { id, number, group: number, hosts: [`${id}.localhost`] })
  customize.name = name
  customize.logo.word = id.slice(0, MAX_WORD)
  config.telemetry.projectHash = `${id.replaceAll('-', '')}000000`.slice(0, 12)
  config.global.supportEmail = `support@${id}.example`
  if (support?.contacts)
    support.contacts = support.contacts
      .filter(({ kind }) => kind === 'email')
      .map((contact) => ({ ...contact, value: config.global.supportEmail }))
  return file
}
