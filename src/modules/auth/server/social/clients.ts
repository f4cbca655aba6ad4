/** Who we are at each service, by brand: a file of the operator's. Without keys a service is not offered. */
import { z } from 'zod'
import { readSecretFile } from '#platform/server/secret-file.ts'
import { SOCIAL_PROVIDERS, type SocialProvider } from '#platform/shared/site-config.ts'
import { SERVICES, type ServiceSettings } from '../../rules/social.ts'

const text = z.string().min(1).max(300)
const address = z.url({ protocol: /^https$/ })

const clientSchema = z.strictObject({
  clientId: text,
  clientSecret: text.optional(),
  /** Second key of the services that sign calls (ok). */
  applicationKey: text.optional(),
  issuer: address.optional(),
  authorize: address.optional(),
  token: address.optional(),
  userinfo: address.optional(),
  scope: text.optional(),
  subject: text.optional(),
  email: text.optional(),
  name: text.optional(),
})
const fileSchema = z.record(z.string(), z.partialRecord(z.enum(SOCIAL_PROVIDERS), clientSchema))

export type SocialKeys = z.output<typeof fileSchema>

/** One of our registrations at a service. For Telegram the id is the bot's name and the secret its token. */
export interface SocialClient {
  settings: ServiceSettings
  clientId: string
  clientSecret: string
  applicationKey: string
  /** Stands beside the product in development and is labelled so. */
  simulated: boolean
}

/** Throws EnvError with one sentence when the file is damaged. */
export function readSocialKeys(file: string | null): SocialKeys {
  return file === null ? {} : readSecretFile('SOCIAL_KEYS', file, fileSchema)
}

/** Stands in for the services in development (module dev). */
export interface SocialSimulator {
  clientOf(provider: SocialProvider, origin: string): SocialClient
  /** Reaches the simulated services without a socket. */
  fetch: typeof fetch
  /** Where the browser goes for the services that are no OAuth. */
  pageOf(provider: 'telegram' | 'metamask', given: { state: string; at: string }): string
}

/** Null: the service is not offered here. */
export function clientOf(
  provider: SocialProvider,
  given: { keys: SocialKeys[string] | undefined; simulator: SocialSimulator | null; origin: string },
): SocialClient | null {
  const known = given.keys?.[provider]
  if (!known) {
    // A wallet needs no registration anywhere.
    if (given.simulator) return given.simulator.clientOf(provider, given.origin)
    return provider === 'metamask'
      ? { settings: SERVICES.metamask, clientId: '', clientSecret: '', applicationKey: '', simulated: false }
      : null
  }
  const { clientId, clientSecret = '', applicationKey = '', ...changes } = known
  const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const settings = { ...SERVICES[provider], ...changed } as ServiceSettings
  return { settings, clientId, clientSecret, applicationKey, simulated: false }
}
