/** Folders of the operator's choice. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it, one after another. Asked to make them all at once where nobody can make any (/proc),
 * Node tries for ever; here the system's own error comes.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = []
  for (let at = resolve(path); !isFolder(at) && at !== dirname(at); at = dirname(at)) missing.push(at)
  for (const at of missing.toReversed()) {
    try {
      mkdirSync(at, mode)
    } catch (error) {
      // Another process was faster.
      if (!isFolder(at)) throw error
    }
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
