/** Files of secrets that the operator keeps, JSON behind a setting. What stops the start names the place and quotes no value. */
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { EnvError } from './env.ts'

/** Throws EnvError with one sentence that begins with the setting. */
export function readSecretFile<S extends z.ZodType>(setting: string, file: string, schema: S): z.output<S> {
  const parsed = schema.safeParse(jsonOf(setting, file))
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new EnvError(`${setting}: ${file}: ${[...(path.length ? [path.join('.')] : []), message].join(': ')}`)
}

/** The parser's own message would quote the file. */
function jsonOf(setting: string, file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new EnvError(isMissing ? `${setting}: no file at ${file}` : `${setting}: ${file} cannot be read`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new EnvError(`${setting}: ${file} is not JSON`)
  }
}
