/** `./polosa keys FILE`: a new key file for POLOSA_KEYS, never over one that is there. */
import { resolve } from 'node:path'
import { makeKeyFile } from '#modules/auth/server/index.ts'
import { readArguments, UsageError } from './arguments.ts'
import { fileInWords } from './in-words.ts'

export async function keys(args: string[]): Promise<number> {
  const [path, ...more] = readArguments('keys', args, {}, { words: true }).positionals
  if (!path || more.length > 0) throw new UsageError('usage: ./polosa keys FILE')
  const file = resolve(path)
  if (!(await fileInWords(file, () => makeKeyFile(file))))
    throw new UsageError(`${file} is there already: a key file is never written over`)
  process.stdout.write(
    `The keys are in ${file}. Name it in POLOSA_KEYS, the same for every process on a database, and keep a copy elsewhere: without it nothing that they sealed can be read.\n`,
  )
  return 0
}
