import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { isDatabaseAway } from './db.ts'
import { databaseIsAway } from './db-watch.ts'
import { errorForLog, isCodeOfError, messageForLog } from './log-error.ts'

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
    serializers: { err: errorForLog },
    hooks: { logMethod: beforeALine() },
    ...(pretty && !into
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }
      : {}),
  }
  return into ? pino(options, into) : pino(options)
}

/**
 * An error says by its code what has happened; every other code is a secret. That `err.code` is named among the paths makes
 * the name `err` come here: under a wildcard the first name is not told.
 */
function censor(value: unknown, path: readonly string[]): unknown {
  return path[0] === 'err' && path.at(-1) === 'code' && isCodeOfError(value) ? value : '***'
}

const { warn: WARN, fatal: FATAL } = pino.levels.values as { warn: number; fatal: number }
/** A fault of the database that its watch does not see, as a full disk, is told of this often. */
const AGAIN_MS = 10_000

/**
 * While the database is away every loop fails each round: its watch tells when that begins and ends, the rest is for
 * who looks closely (debug).
 */
function beforeALine(): NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']> {
  let toldAt = -Infinity
  return function (args, method, level) {
    const given: unknown = args[0]
    const error = typeof given === 'object' && given !== null && 'err' in given ? given.err : given
    // A line without words of its own takes those of its error.
    if (error instanceof Error && (args[1] === undefined || args[1] === error.message)) args[1] = messageForLog(error)
    if (level < WARN || level >= FATAL || !isDatabaseAway(error)) return method.apply(this, args)
    if (databaseIsAway() || performance.now() - toldAt < AGAIN_MS) return this.debug(...args)
    toldAt = performance.now()
    method.apply(this, args)
  }
}
