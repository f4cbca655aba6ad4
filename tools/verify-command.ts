/** `./polosa verify`: the audit, on DATABASE_URL or on the embedded database of POLOSA_HOME. */
import { onDatabase } from './on-database.ts'
import { verify } from './verify.ts'

export function verifyCommand(_args: string[]): Promise<number> {
  return onDatabase('this release', ({ url, home }) => verify(url, home))
}
