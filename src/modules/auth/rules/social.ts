/** Sign-in by other services: what is known of each, and how its answer is read (features AU-04, standards ACC-17). */
import type { SocialProvider } from '#platform/shared/site-config.ts'

/** How the person is asked for once there is a token: in which place services want it. */
export type UserInfoStyle = 'bearer' | 'oauth' | 'query' | 'form' | 'ok_signature'

export interface OidcSettings {
  kind: 'oidc'
  issuer: string
  scope: string
}

export interface OauthSettings {
  kind: 'oauth2'
  authorize: string
  token: string
  userinfo: string
  style: UserInfoStyle
  scope: string
  /** Where subject, address and name stand in the answer: names joined by dots. */
  subject: string
  email: string
  name: string
  /** Fields of the way back that the token's address wants to see again. */
  echo: readonly string[]
  /** Who signs the way back, where that is not the host of `authorize`. */
  issuer?: string
}

export type ServiceSettings = OidcSettings | OauthSettings | { kind: 'telegram' } | { kind: 'wallet' }

const oidc = (issuer: string, scope = 'openid email profile'): OidcSettings => ({ kind: 'oidc', issuer, scope })
const oauth = (settings: Partial<OauthSettings> & Pick<OauthSettings, 'authorize' | 'token' | 'userinfo'>): OauthSettings => ({
  kind: 'oauth2',
  style: 'bearer',
  scope: 'email',
  subject: 'id',
  email: 'email',
  name: 'name',
  echo: [],
  ...settings,
})

/** The published addresses of each service; a brand's key file may replace any of it. */
export const SERVICES: Readonly<Record<SocialProvider, ServiceSettings>> = {
  vk: oauth({
    authorize: 'https://id.vk.com/authorize',
    token: 'https://id.vk.com/oauth2/auth',
    userinfo: 'https://id.vk.com/oauth2/user_info',
    style: 'form',
    subject: 'user.user_id',
    email: 'user.email',
    name: 'user.first_name',
    echo: ['device_id'],
  }),
  ok: oauth({
    authorize: 'https://connect.ok.ru/oauth/authorize',
    token: 'https://api.ok.ru/oauth/token.do',
    userinfo: 'https://api.ok.ru/fb.do',
    style: 'ok_signature',
    scope: 'VALUABLE_ACCESS;GET_EMAIL',
    subject: 'uid',
  }),
  yandex: oauth({
    authorize: 'https://oauth.yandex.com/authorize',
    token: 'https://oauth.yandex.com/token',
    userinfo: 'https://login.yandex.ru/info?format=json',
    style: 'oauth',
    scope: 'login:email login:info',
    email: 'default_email',
    name: 'first_name',
  }),
  mailru: oauth({
    authorize: 'https://oauth.mail.ru/login',
    token: 'https://oauth.mail.ru/token',
    userinfo: 'https://oauth.mail.ru/userinfo',
    style: 'query',
    scope: 'userinfo',
  }),
  telegram: { kind: 'telegram' },
  google: oidc('https://accounts.google.com'),
  fb: oauth({
    authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userinfo: 'https://graph.facebook.com/me?fields=id,name,email',
  }),
  kakaotalk: oidc('https://kauth.kakao.com', 'openid account_email profile_nickname'),
  itsme: oidc('https://idp.prd.itsme.services/v2', 'openid email profile'),
  twitch: oidc('https://id.twitch.tv/oauth2', 'openid user:read:email'),
  metamask: { kind: 'wallet' },
  line: oidc('https://access.line.me'),
  linkedin: oidc('https://www.linkedin.com/oauth'),
  discord: oauth({
    authorize: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    userinfo: 'https://discord.com/api/users/@me',
    scope: 'identify email',
    name: 'username',
  }),
}

/** Who somebody is at a service. The address counts as his only when the service says that it is proved. */
export interface SocialPerson {
  subject: string
  email: string | null
  emailProved: boolean
  name: string | null
}

const TEXT_MAX = 254

/** A text or whole number at a dotted place; null for anything else and for what is too long. */
export function textAt(source: unknown, place: string): string | null {
  let here: unknown = source
  for (const part of place.split('.')) {
    if (typeof here !== 'object' || here === null) return null
    here = (here as Record<string, unknown>)[part]
  }
  const text = typeof here === 'string' ? here.trim() : typeof here === 'number' && Number.isSafeInteger(here) ? String(here) : ''
  return text === '' || text.length > TEXT_MAX || text.includes('\u0000') ? null : text
}

/** Reads an answer by its places; null when it names nobody. Plain OAuth says nothing about proof, so none is assumed. */
export function readPerson(answer: unknown, places: Pick<OauthSettings, 'subject' | 'email' | 'name'>): SocialPerson | null {
  const subject = textAt(answer, places.subject)
  if (subject === null) return null
  return { subject, email: textAt(answer, places.email), emailProved: false, name: textAt(answer, places.name) }
}

export function readClaims(claims: Readonly<Record<string, unknown>>): SocialPerson | null {
  const subject = textAt(claims, 'sub')
  if (subject === null) return null
  const email = textAt(claims, 'email')
  return { subject, email, emailProved: email !== null && claims['email_verified'] === true, name: textAt(claims, 'name') }
}

/** The fields that Telegram signs; whatever else stands in the address is not part of it. */
const TELEGRAM_FIELDS = ['auth_date', 'first_name', 'id', 'last_name', 'photo_url', 'username'] as const
/** A signed answer is good for so long. */
export const TELEGRAM_LIFE_S = 300

/** The text under Telegram's signature: its fields in the order of the alphabet, one a line. */
export function telegramText(valueOf: (name: string) => string | null): string {
  return TELEGRAM_FIELDS.flatMap((name) => {
    const value = valueOf(name)
    return value === null ? [] : [`${name}=${value}`]
  }).join('\n')
}

/** The message that a wallet signs (EIP-4361): who asks, for which address, once. */
export function walletMessage(given: {
  host: string
  origin: string
  address: string
  statement: string
  nonce: string
  at: string
}): string {
  return `${given.host} wants you to sign in with your Ethereum account:\n${given.address}\n\n${given.statement}\n\nURI: ${given.origin}\nVersion: 1\nChain ID: 1\nNonce: ${given.nonce}\nIssued At: ${given.at}`
}

export const isWalletAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text)
