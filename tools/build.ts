/** Builds the site once per state of its sources, and compresses what is served. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'build/.stamp')
const COMPRESSED = /\.(js|css|svg|json|html|webmanifest)$/

/** True when the build on disk is of the present sources. */
export function builtAlready(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesStamp()
}

export async function buildSite(progress: (message: string) => void): Promise<void> {
  if (builtAlready()) return
  progress('building the site (once per change)')
  const wanted = sourcesStamp()
  await run(process.execPath, [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'])
  await compressAll(join(root, 'build/client'))
  writeFileSync(stamp, wanted)
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

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_ENV: 'production' } })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk))
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the build failed:\n${output}`))))
  })
}
