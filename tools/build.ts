/** Builds the site once per state of its sources, and compresses what is served. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { INVENTORY_FILE, inventoryOf, scriptFaults, type ScriptInventory } from '#platform/server/site/scripts.ts'
import { UsageError } from './arguments.ts'

const root = join(import.meta.dirname, '..')
const current = join(root, 'build')
const previous = join(root, '.cache/build-before')
const fresh = join(root, '.cache/build')
const stamp = join(current, '.stamp')
const DAY_MS = 86_400_000
/** A builder says again and again that it lives; who has been silent for so long does not. */
const BEAT_MS = 10_000
const SILENT_MS = 60_000
const COMPRESSED = /\.(js|css|svg|json|html|webmanifest)$/

/** True when the build on disk is of the present sources. */
export function builtAlready(): boolean {
  return existsSync(stamp) && existsSync(join(current, INVENTORY_FILE)) && readFileSync(stamp, 'utf8') === sourcesStamp()
}

/**
 * Builds beside and swaps at the end, so that a running server never reads half a build. Assets of the build before
 * stay for a day: pages that are open still ask for them.
 */
export async function buildSite(progress: (message: string) => void): Promise<void> {
  if (builtAlready()) return
  const release = await lock()
  try {
    if (builtAlready()) return
    progress('building the site (once per change)')
    const wanted = sourcesStamp()
    rmSync(fresh, { recursive: true, force: true })
    const cli = [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build', root, '--config', siteConfig()]
    await run(process.execPath, cli, { POLOSA_BUILD: '.cache/build' })
    await compressAll(join(fresh, 'client'))
    await keepOlderAssets()
    writeFileSync(join(fresh, INVENTORY_FILE), JSON.stringify(await inventoryOf(fresh)))
    writeFileSync(join(fresh, '.stamp'), wanted)
    rmSync(previous, { recursive: true, force: true })
    if (existsSync(current)) renameSync(current, previous)
    renameSync(fresh, current)
  } finally {
    release()
  }
}

/**
 * vite.config.ts, named from a folder with a node_modules of its own: what Vite makes of a configuration it writes into the nearest
 * one, and that of the packages may be read-only.
 */
export function siteConfig(): string {
  const folder = join(root, '.cache/site-config')
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  const file = join(folder, 'vite.config.ts')
  writeFileSync(file, "export { default } from '../../vite.config.ts'\n")
  return file
}

/** Without scripts that are not what that build had made: they would be taken for ours. */
async function keepOlderAssets(): Promise<void> {
  const older = join(current, 'client/assets')
  const list = join(current, INVENTORY_FILE)
  if (!existsSync(older) || !existsSync(list)) return
  const built = JSON.parse(readFileSync(list, 'utf8')) as ScriptInventory
  const wrong = new Set(scriptFaults(built, await inventoryOf(current)).map(({ file }) => file))
  for (const name of readdirSync(older)) {
    const from = join(older, name)
    const to = join(fresh, 'client/assets', name)
    if (!wrong.has(`client/assets/${name}`) && !existsSync(to) && Date.now() - statSync(from).mtimeMs < DAY_MS)
      cpSync(from, to, { preserveTimestamps: true })
  }
}

/** One build at a time, whoever started it; the lock of a process that is gone is taken over. */
export async function lock(path = join(root, '.cache/building'), beatMs = BEAT_MS): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true })
  const own = String(process.pid)
  for (;;) {
    try {
      writeFileSync(path, own, { flag: 'wx' })
      break
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      if (!builderLives(path)) rmSync(path, { recursive: true, force: true })
      else await new Promise((done) => setTimeout(done, 100))
    }
  }
  const isOwn = () => existsSync(path) && readFileSync(path, 'utf8') === own
  const beat = setInterval(() => isOwn() && utimesSync(path, new Date(), new Date()), beatMs).unref()
  return () => {
    clearInterval(beat)
    // Whoever has taken it over while this process stood still builds now.
    if (isOwn()) rmSync(path, { force: true })
  }
}

/** The number may have gone to another process since: when nobody has said for long that he lives, the lock is nobody's. */
function builderLives(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > SILENT_MS) return false
    process.kill(Number(readFileSync(path, 'utf8')), 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Names, sizes and times of everything that goes into the build: no file is read. */
function sourcesStamp(): string {
  const hash = createHash('sha256')
  const visit = (path: string) => {
    const stat = statSync(path)
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (name === 'server' || name.endsWith('.test.ts')) continue
        visit(join(path, name))
      }
    } else {
      hash.update(`${path.slice(root.length)} ${stat.size} ${stat.mtimeMs}\n`)
    }
  }
  for (const path of ['src', 'public', 'seed', 'locales', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']) {
    if (existsSync(join(root, path))) visit(join(root, path))
  }
  return hash.digest('hex')
}

async function compressAll(dir: string): Promise<void> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((e) => e.isFile() && COMPRESSED.test(e.name))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const bytes = await readFile(path)
      if (bytes.length < 512) return
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
    }),
  )
}

function run(command: string, args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production', ...env },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk))
    // Ctrl-C ends the build too when only this process was told.
    const end = () => child.kill()
    process.once('exit', end)
    child.on('error', reject)
    child.on('exit', (code) => {
      process.off('exit', end)
      if (code === 0) resolve()
      else reject(new UsageError(`the build failed:\n${output}`))
    })
  })
}
