/** A folder for an embedded PostgreSQL, gone with the test. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { scratchFolder } from './postgres.ts'

export function databaseFolder(): string {
  const folder = mkdtempSync(join(scratchFolder(), 'polosa-embedded-'))
  // The user of the server has to get in.
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
