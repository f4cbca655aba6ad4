/** `./polosa backup`: keys for backups, one written, a folder of them checked, one brought back (ADR 0013). */
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newKeys } from '#platform/server/backup/sealing.ts'
import { restoreBackup, verifyFolder, writeBackup } from '#platform/server/backup/backup.ts'
import { makeFolder } from '#platform/server/make-folder.ts'
import { readArguments, UsageError } from './arguments.ts'
import { fileInWords } from './in-words.ts'
import { levelOf, onDatabase } from './on-database.ts'
import { root } from './steps.ts'
import { verify } from './verify.ts'

const USAGE = `usage: ./polosa backup keys FILE               a new pair: the restore key into FILE, the public key shown
       ./polosa backup write FOLDER --key=PUBLIC  one more backup of the database into the folder
       ./polosa backup verify FOLDER              whether a file of the folder is missing or was changed
       ./polosa backup restore FILE --key=FILE    a backup into the empty database, with the restore key`

const say = (text: string) => process.stdout.write(`${text}\n`)

export async function backup(args: string[]): Promise<number> {
  const { values, positionals } = readArguments('backup', args, { key: { type: 'string' } }, { words: true })
  const [what, path, ...more] = positionals
  if (path && more.length === 0) {
    if (what === 'keys' && !values.key) return makeKeys(resolve(path))
    if (what === 'verify' && !values.key) return check(resolve(path))
    if (what === 'write' && values.key) return write(resolve(path), values.key)
    if (what === 'restore' && values.key) return restore(resolve(path), resolve(values.key))
  }
  throw new UsageError(USAGE)
}

async function makeKeys(file: string): Promise<number> {
  if (existsSync(file)) throw new UsageError(`${file} is there already: a key is never written over`)
  const { publicKey, secretKey } = newKeys()
  await fileInWords(file, () => writeFileSync(file, `${secretKey}\n`, { flag: 'wx', mode: 0o400 }))
  say(
    `public key, for BACKUP_KEY and --key:\n${publicKey}\n\nThe restore key is in ${file}. Take it away from this machine: without it no backup can be read.`,
  )
  return 0
}

async function write(folder: string, publicKey: string): Promise<number> {
  const done = await onDatabase('begun', async ({ url }) => {
    await fileInWords(folder, () => {
      makeFolder(folder)
      accessSync(folder, constants.W_OK)
    })
    return writeBackup({ url, folder, publicKey, now: Date.now() })
  })
  say(`${done.file}: ${done.tables} tables, ${done.rows} rows, ${done.bytes} bytes`)
  return 0
}

async function check(folder: string): Promise<number> {
  const count = await fileInWords(folder, () => verifyFolder(folder))
  if (count === 0) {
    say(`no backup in ${folder}`)
    return 1
  }
  say(count === 1 ? '1 backup, whole' : `${count} backups, each follows the one before it`)
  return 0
}

async function restore(file: string, keyFile: string): Promise<number> {
  const secretKey = (await fileInWords(keyFile, () => readFileSync(keyFile, 'utf8'))).trim()
  await fileInWords(file, () => closeSync(openSync(file, 'r')))
  return onDatabase('nothing', async ({ url }) => {
    const done = await restoreBackup({ file, secretKey, url, migrations: join(root, 'migrations') })
    say(`brought back as of ${done.at}: ${done.tables} tables, ${done.rows} rows, every row as it was`)
    if ((await levelOf(url)).is === 'this release') return verify(url)
    say('it is of an older release: ./polosa start brings it up to this one, and ./polosa verify audits it then')
    return 0
  })
}
