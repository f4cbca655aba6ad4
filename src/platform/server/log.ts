import { pino, type DestinationStream, type Logger } from 'pino'

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
    redact: { paths: [...new Set([...REDACTED, ...secrets])], censor: '***' },
    ...(pretty && !into
      ? { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' } } }
      : {}),
  }
  return into ? pino(options, into) : pino(options)
}
