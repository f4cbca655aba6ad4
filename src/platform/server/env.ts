/** The environment, read once. A wrong value stops the start with one clear sentence (design §2). */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { keyFor } from './backup/sealing.ts'
import { trustedProxies } from './http/address.ts'
import { parseRateLimits, USUAL_RATE_LIMITS, type RateLimits } from './http/rate-limits.ts'

export const ROLES = ['api', 'site', 'feed', 'worker'] as const
export type Role = (typeof ROLES)[number]
const FEEDS = ['world', 'replay', 'uof', 'the-odds-api'] as const
export type FeedName = (typeof FEEDS)[number]
/** Adapters that exist; the others are named by the design and refused until they are built. */
const FEEDS_BUILT: readonly FeedName[] = ['world', 'replay']

const list = <T extends string>(allowed: readonly T[]) =>
  z.string().transform((text, ctx) => {
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    const unknown = names.filter((name) => !(allowed as readonly string[]).includes(name))
    if (unknown.length || !names.length) {
      ctx.addIssue({ code: 'custom', message: `must be some of ${allowed.join(', ')}, joined by comma` })
      return z.NEVER
    }
    return names as T[]
  })

const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  })

const whole = (most: number) => {
  const message = `must be a whole number from 0 to ${most}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value <= most, message)
}

const oneOf = <const T extends readonly [string, ...string[]]>(names: T) => z.enum(names, { error: `must be one of ${names.join(', ')}` })

const schema = z.object({
  PORT: whole(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  POLOSA_HOME: z.string().default('.polosa'),
  POLOSA_MODE: oneOf(['development', 'production']).default('development'),
  POLOSA_DATA: z.string().optional(),
  POLOSA_KEYS: z.string().optional(),
  POLOSA_JOURNAL_KEY: z.string().optional(),
  POLOSA_SEED: whole(Number.MAX_SAFE_INTEGER).default(1),
  REPLAY_RESULT: oneOf(['recorded', 'redraw']).default('recorded'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  NATS_URL: url(['nats:', 'tls:']).optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  SMS_GATEWAY_FILE: z.string().min(1).optional(),
  FEED: list(FEEDS).default(['world']),
  BRANDS: z.string().default('brands'),
  GEOIP_DB: z.string().optional(),
  CAPTCHA_KEYS: z.string().optional(),
  SOCIAL_KEYS: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  RATES_URL: url(['https:', 'http:']).optional(),
  PAYMENTS_BTCPAY: z.string().optional(),
  REGISTER_SPELPAUS: z.string().optional(),
  BACKUP_FOLDER: z.string().optional(),
  BACKUP_KEY: z.string().max(200).optional(),
  RATE_LIMITS: z.string().optional(),
  GUESS_LIMITS: oneOf(['on', 'off']).default('on'),
  LOAD_WATCH: oneOf(['on', 'off']).optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export interface Env {
  port: number
  host: string
  home: string
  mode: 'development' | 'production'
  /** Development was asked for by name: nobody has merely forgotten to say production. */
  devByName: boolean
  /** Folder of the data pack, null when there is none. */
  dataDir: string | null
  keysFile: string | null
  /** Private key of the journal (PEM, or the path of a file with it); null: the file of the data folder. */
  journalKey: string | null
  /** Of the world, and of what the replay draws anew. */
  worldSeed: number
  /** Whether the replay draws new results or plays those that were recorded. */
  replayResult: 'recorded' | 'redraw'
  databaseUrl: string | null
  natsUrl: string | null
  smtpUrl: string | null
  /** A file that describes the HTTP gateway of SMS (sms.ts). */
  smsGatewayFile: string | null
  feeds: FeedName[]
  brandsDir: string
  /** Database file of countries by address (MaxMind's format). */
  geoFile: string | null
  /** Keys of hosted captchas by brand. */
  captchaKeysFile: string | null
  /** Our registrations at other services of sign-in, by brand. */
  socialKeysFile: string | null
  /** Daily reference rates; null: rates of practice in development, none in production. */
  ratesUrl: string | null
  /** File with the address, store and keys of a BTCPay Server; null: no such provider. */
  btcpayFile: string | null
  /** File with the address, name and key of a licensee at the Swedish register of self-exclusions; null: it is not asked. */
  spelpausFile: string | null
  /** Addresses and networks of proxies whose X-Forwarded-For counts; empty trusts nobody. */
  trustedProxies: string[]
  /** Calls that one address may make; null: as many as it likes. */
  rateLimits: RateLimits | null
  /** Where a backup is written every night, and the public key that it is sealed for. */
  backup: { folder: string; publicKey: string } | null
  logLevel: string
  /** Limits on sign-ins and registrations of one network; off only in development, for tests that need many. */
  guessLimits: boolean
  /** Extras are turned off when the process is at its end. */
  loadWatch: boolean
  roles: Role[]
}

export class EnvError extends Error {
  override name = 'EnvError'
}

/** Reads and checks the environment; `only` is the value of `--only`. Throws EnvError with one sentence. */
export function readEnv(source: NodeJS.ProcessEnv, only?: string): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new EnvError(`${issue.path.join('.')}: ${issue.message}`)
  }
  const e = parsed.data
  const unbuilt = e.FEED.filter((feed) => !FEEDS_BUILT.includes(feed))
  if (unbuilt.length) throw new EnvError(`FEED: the adapter ${unbuilt.join(', ')} is not built yet; use ${FEEDS_BUILT.join(' or ')}`)
  const roles = only === undefined ? [...ROLES] : parseRoles(only)
  if (roles.length < ROLES.length && !e.DATABASE_URL) {
    throw new EnvError('--only needs DATABASE_URL: several processes share one database')
  }
  // A process with both is whole without others; every other one has to hear from them.
  if (!(roles.includes('feed') && roles.includes('worker')) && !e.NATS_URL) {
    throw new EnvError(
      '--only without feed or without worker needs NATS_URL: the processes tell each other prices and settled bets over it',
    )
  }
  return {
    port: e.PORT,
    host: e.HOST,
    home: resolve(e.POLOSA_HOME),
    mode: e.POLOSA_MODE,
    devByName: given['POLOSA_MODE'] === 'development',
    dataDir: findDataPack(e.POLOSA_DATA),
    keysFile: e.POLOSA_KEYS ? resolve(e.POLOSA_KEYS) : null,
    journalKey: e.POLOSA_JOURNAL_KEY ?? null,
    worldSeed: e.POLOSA_SEED,
    replayResult: e.REPLAY_RESULT,
    databaseUrl: e.DATABASE_URL ?? null,
    natsUrl: e.NATS_URL ?? null,
    smtpUrl: e.SMTP_URL ?? null,
    smsGatewayFile: e.SMS_GATEWAY_FILE ?? null,
    feeds: e.FEED,
    brandsDir: resolve(e.BRANDS),
    geoFile: e.GEOIP_DB ? resolve(e.GEOIP_DB) : null,
    captchaKeysFile: e.CAPTCHA_KEYS ? resolve(e.CAPTCHA_KEYS) : null,
    socialKeysFile: e.SOCIAL_KEYS ? resolve(e.SOCIAL_KEYS) : null,
    ratesUrl: e.RATES_URL ?? null,
    btcpayFile: e.PAYMENTS_BTCPAY ? resolve(e.PAYMENTS_BTCPAY) : null,
    spelpausFile: e.REGISTER_SPELPAUS ? resolve(e.REGISTER_SPELPAUS) : null,
    trustedProxies: proxiesOf(e.TRUST_PROXY),
    rateLimits: rateLimitsOf(e.RATE_LIMITS, e.POLOSA_MODE),
    backup: backupOf(e.BACKUP_FOLDER, e.BACKUP_KEY),
    logLevel: e.LOG_LEVEL,
    guessLimits: e.GUESS_LIMITS === 'on' || e.POLOSA_MODE === 'production',
    // In development a machine that builds and tests beside the site would turn its extras off; /dev/faults sets the stage there.
    loadWatch: (e.LOAD_WATCH ?? (e.POLOSA_MODE === 'production' ? 'on' : 'off')) === 'on',
    roles,
  }
}

function proxiesOf(given = ''): string[] {
  const list = given
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  try {
    trustedProxies(list)
  } catch (error) {
    throw new EnvError(error instanceof Error ? error.message : String(error))
  }
  return list
}

function backupOf(folder: string | undefined, key: string | undefined): Env['backup'] {
  if (!folder && !key) return null
  if (!folder || !key) throw new EnvError('BACKUP_FOLDER and BACKUP_KEY belong together: ./polosa backup keys FILE makes a key')
  try {
    keyFor(key)
  } catch (error) {
    throw new EnvError(`BACKUP_KEY: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { folder: resolve(folder), publicKey: key }
}

/** On in production, off in development, unless the operator says otherwise. */
function rateLimitsOf(given: string | undefined, mode: Env['mode']): RateLimits | null {
  const text = given ?? (mode === 'production' ? 'on' : 'off')
  if (text === 'off') return null
  const limits = text === 'on' ? USUAL_RATE_LIMITS : parseRateLimits(text)
  if (!limits) throw new EnvError('RATE_LIMITS must be on, off or like feeds=20/120,coupons=5/30,identical=1/10 (a second / at once)')
  return limits
}

function parseRoles(text: string): Role[] {
  const parsed = list(ROLES).safeParse(text)
  if (!parsed.success) throw new EnvError(`--only ${parsed.error.issues[0]!.message}`)
  return parsed.data
}

/** The data pack: POLOSA_DATA, else ../shared/data when it exists (feeds §0). */
export function findDataPack(given: string | undefined): string | null {
  if (given) {
    const dir = resolve(given)
    if (!existsSync(dir)) throw new EnvError(`POLOSA_DATA: no folder at ${given}`)
    return dir
  }
  const beside = resolve('../shared/data')
  return existsSync(beside) ? beside : null
}
