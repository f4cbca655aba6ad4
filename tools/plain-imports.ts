/**
 * Our own imports name their file with its ending, so nothing has to be looked for: a thousand modules import each other in five
 * thousand places, and Node would ask the disk and package.json for each, a quarter of the time in which the server is read.
 */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { root } from './steps.ts'

const [sources, seed] = ['src', 'seed'].map((folder) => `${pathToFileURL(root).href}/${folder}/`) as [string, string]
/** Of many modules, all of which import each other by file. */
const LARGE_PACKAGES = ['/node_modules/kysely/', '/node_modules/zod/']

/** The file's address, where the specifier tells it whole. */
export function addressOf(specifier: string, parent: string | undefined): { url: string; format: string } | null {
  if (specifier.endsWith('.ts')) {
    if (specifier.startsWith('#seed/')) return { url: seed + specifier.slice(6), format: 'module-typescript' }
    if (specifier.startsWith('#')) return { url: sources + specifier.slice(1), format: 'module-typescript' }
    if (specifier.startsWith('.') && parent !== undefined) return { url: new URL(specifier, parent).href, format: 'module-typescript' }
  }
  if (specifier.startsWith('.') && specifier.endsWith('.js') && LARGE_PACKAGES.some((folder) => parent?.includes(folder)))
    return { url: new URL(specifier, parent).href, format: 'module' }
  return null
}

/** From here on in this thread. */
export function readImportsPlainly(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = addressOf(specifier, context.parentURL)
      return found ? { ...found, shortCircuit: true } : next(specifier, context)
    },
  })
}
