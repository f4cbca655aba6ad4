/** Scripts of a build by name with their SHA-256: written when it is built, compared while it is served (standards PAY-10). */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { HOUR, SECOND } from '#lib/time.ts'
import type { Logger } from '../log.ts'
import { gauge } from '../metrics.ts'

/** File below the build's folder → SHA-256 in base64. What is compressed is served as it lies, so it counts by itself. */
export type ScriptInventory = Readonly<Record<string, string>>

export const INVENTORY_FILE = 'scripts.json'
const SCRIPT = /\.m?js(\.br|\.gz)?$/
/** Read so many at once: thousands of files, and a server that has other things to do. */
const AT_ONCE = 8

export async function inventoryOf(build: string): Promise<ScriptInventory> {
  const files = readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SCRIPT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const found: Record<string, string> = {}
  for (let i = 0; i < files.length; i += AT_ONCE) {
    const some = files.slice(i, i + AT_ONCE)
    await Promise.all(some.map(async (file) => (found[nameOf(build, file)] = digest(await readFile(file)))))
  }
  return found
}

const nameOf = (build: string, file: string): string => relative(build, file).split(sep).join('/')

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}

export interface ScriptFault {
  file: string
  fault: 'changed' | 'missing' | 'unknown'
}

/** What lies there against what was built. */
export function scriptFaults(built: ScriptInventory, found: ScriptInventory): ScriptFault[] {
  const names = new Set([...Object.keys(built), ...Object.keys(found)])
  return [...names].flatMap((file): ScriptFault[] => {
    if (built[file] === found[file]) return []
    return [{ file, fault: built[file] === undefined ? 'unknown' : found[file] === undefined ? 'missing' : 'changed' }]
  })
}

/** The first visitors come first. */
const LOOK_FIRST_MS = 20 * SECOND
const LOOK_EVERY_MS = HOUR

let faults = 0

/**
 * Compares what is served with what was built, at the start and every hour. The list is read once: who changes a script and
 * the list later is found all the same. Gives how to stop.
 */
export function watchScripts(build: string, log: Pick<Logger, 'info' | 'error'>): () => void {
  gauge('scripts_changed', 'Scripts of the site that are not what was built', () => faults)
  const built = JSON.parse(readFileSync(join(build, INVENTORY_FILE), 'utf8')) as ScriptInventory
  log.info({ scripts: Object.keys(built).length, digest: digest(Buffer.from(JSON.stringify(built))) }, 'scripts of this build')
  const look = () =>
    void inventoryOf(build).then(
      (found) => {
        const wrong = scriptFaults(built, found)
        faults = wrong.length
        if (wrong.length > 0) log.error({ count: wrong.length, scripts: wrong.slice(0, 10) }, 'scripts are not what was built')
      },
      (err: unknown) => log.error({ err }, 'scripts cannot be compared with what was built'),
    )
  const first = setTimeout(look, LOOK_FIRST_MS)
  const timer = setInterval(look, LOOK_EVERY_MS)
  for (const one of [first, timer]) one.unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
