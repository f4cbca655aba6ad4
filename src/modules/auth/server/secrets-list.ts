/** Fields of requests and answers that must never reach a log (DAT-08); for the platform's redaction. */
const NAMES = [
  'password',
  'old_password',
  'password_confirmation',
  'uPassword',
  'app_code',
  'appCode',
  'sms_code',
  'smsCode',
  'confirm_code',
  'hash',
  'token',
  'refreshToken',
  'userToken',
  'user_token',
  'secret',
  'authId',
  'recovery_code',
  'code',
  'qr_link',
  'qr_code_url',
  'answer',
  'user_answer',
  'cookie',
  'authorization',
  'passwordHash',
  'password_hash',
] as const

/** Redaction paths of pino, from the top down to three levels. */
export const SECRET_PATHS: string[] = NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]).concat([
  '*.headers["x-auth"]',
  'headers["x-auth"]',
  '*.headers["x-captcha-token"]',
  'headers["x-captcha-token"]',
  '*.headers["set-cookie"]',
])
