import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { isDatabaseAway } from './db.ts'
import { databaseIsAway } from './db-watch.ts'

export type { Logger }

/** Paths that never reach a log, whatever is logged (standards DAT-08). */
export const REDACTED = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-auth"]',
  'req.headers["x-captcha-token"]',
  'headers.cookie',
  'headers.authorization',
  'headers["x-auth"]',
  'headers["x-captcha-token"]',
  '*.password',
  '*.old_password',
  '*.password_confirmation',
  '*.app_code',
  '*.sms_code',
  '*.confirm_code',
  '*.hash',
  '*.token',
  '*.refreshToken',
  '*.userToken',
  '*.answer',
  '*.user_answer',
  '*.secret',
  'password',
  'old_password',
  'password_confirmation',
  'app_code',
  'sms_code',
  'confirm_code',
  'hash',
  'token',
  'secret',
]

/** `secrets`: further paths that modules name. `into`: somewhere else than the standard output. */
export function createLog(level: string, pretty: boolean, secrets: readonly string[] = [], into?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    redact: { paths: [...new Set(['err.code', ...REDACTED, ...secrets])], censor },
    hooks: { logMethod: onceAnOutage() },
    ...(pretty && !into
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }
      : {}),
  }
  return into ? pino(options, into) : pino(options)
}

/** SQLSTATE, a code of the system or of Node: five signs or a word. Codes that people type in are digits, and not five. */
const CODE_OF_ERROR = /^(?:[0-9A-Z]{5}|[A-Z][A-Z_]{2,}[A-Z0-9_]*)$/

/**
 * An error says by its code what has happened; every other code is a secret. That `err.code` is named among the paths makes
 * the name `err` come here: under a wildcard the first name is not told.
 */
function censor(value: unknown, path: readonly string[]): unknown {
  return path[0] === 'err' && path.at(-1) === 'code' && typeof value === 'string' && CODE_OF_ERROR.test(value) ? value : '***'
}

const { warn: WARN, fatal: FATAL } = pino.levels.values as { warn: number; fatal: number }
/** A fault of the database that its watch does not see, as a full disk, is told of this often. */
const AGAIN_MS = 10_000

/**
 * While the database is away every loop fails each round: its watch tells when that begins and ends, the rest is for
 * who looks closely (debug).
 */
function onceAnOutage(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  let toldAt = -Infinity
  return function (args, method, level) {
    const given: unknown = args[0]
    const error = typeof given === 'object' && given !== null && 'err' in given ? given.err : null
    if (level < WARN || level >= FATAL || !isDatabaseAway(error)) return method.apply(this, args)
    if (databaseIsAway() || performance.now() - toldAt < AGAIN_MS) return this.debug(...args)
    toldAt = performance.now()
    method.apply(this, args)
  }
}
