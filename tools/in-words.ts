/** Faults of the machine and of a database that an operator can mend, said in one sentence instead of a stack. */
import { UsageError } from './arguments.ts'

const FILES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EISDIR: 'this is a folder, not a file',
  EEXIST: 'there is a file of that name',
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EROFS: 'this disk cannot be written',
  ENOSPC: 'there is no room left on the disk',
}

const DATABASE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no PostgreSQL answers there',
  ECONNRESET: 'no PostgreSQL answers there',
  ENOENT: 'no PostgreSQL answers there',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'there is no host of that name',
  ETIMEDOUT: 'the host cannot be reached',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
}

/** What PostgreSQL itself says of who asks, of the database and of its room names no password. */
const OWN_WORDS = /^(?:28...|3D000|42501|53...|57P0.)$/
/** What the client says, without a code. */
const CLIENT = /client password must be a string|connection terminated unexpectedly|does not support SSL/i

/** Runs `work` on a file or folder; `about` begins the sentence. */
export function fileInWords<T>(about: string, work: () => T | Promise<T>): Promise<T> {
  return inWords(work, ({ code }) => (FILES[code] ? `${about}: ${FILES[code]}` : null))
}

/** Runs `work` on the database that DATABASE_URL names. */
export function databaseInWords<T>(work: () => T | Promise<T>): Promise<T> {
  return inWords(work, ({ code, message }) => {
    const words = DATABASE[code] ?? (OWN_WORDS.test(code) || CLIENT.test(message) ? message : null)
    return words && `DATABASE_URL: ${words}`
  })
}

/** `sentenceOf` is given the code of the system or of PostgreSQL, '' when there is none; null: the error stays what it is. */
export async function inWords<T>(
  work: () => T | Promise<T>,
  sentenceOf: (fault: { code: string; message: string }) => string | null,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    const sentence = sentenceOf({ code, message: error.message })
    throw sentence === null ? error : new UsageError(sentence, { cause: error })
  }
}
