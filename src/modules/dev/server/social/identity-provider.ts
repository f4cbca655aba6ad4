/**
 * A real identity provider beside the product: oidc-provider, certified, with a client for each of the services that
 * speak OpenID or OAuth. It is loaded at the first use, one for each address of the site.
 */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type Provider from 'oidc-provider'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { SOCIAL_PROVIDERS, type SocialProvider } from '#platform/shared/site-config.ts'
import { personById } from './people.ts'

export const IDENTITY_PATH = '/dev/social/idp'
export const CLIENT_SECRET = 'simulated-service-without-a-secret'

const providers = new Map<string, Promise<Provider>>()

/** Who has no OAuth of its own. */
export const speaksOauth = (provider: SocialProvider): boolean => provider !== 'telegram' && provider !== 'metamask'

export function identityProvider(origin: string): Promise<Provider> {
  const known = providers.get(origin)
  if (known) return known
  if (providers.size >= 20) providers.clear()
  const made = make(origin)
  providers.set(origin, made)
  return made
}

async function make(origin: string): Promise<Provider> {
  const { default: OidcProvider } = await import('oidc-provider')
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return new OidcProvider(`${origin}${IDENTITY_PATH}`, {
    adapter: MemoryAdapter,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] as never },
    cookies: {
      keys: [randomBytes(24).toString('base64url')],
      names: { session: '_dev_idp', interaction: '_dev_idp_i', resume: '_dev_idp_r' },
    },
    clients: SOCIAL_PROVIDERS.filter(speaksOauth).map((provider) => ({
      client_id: provider,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${origin}/socauth/return/${provider}`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/dev/social/interaction/${interaction.uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    findAccount: (_ctx, id) => {
      const person = personById(id)
      return person ? { accountId: id, claims: () => claimsOf(person) } : undefined
    },
    // What the page has asked is the whole consent of a simulated person.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError: (ctx, out) => {
      ctx.type = 'text/plain'
      ctx.body = `${out.error}: ${out.error_description ?? ''}`
    },
  })
}

function claimsOf({ id, name, email, emailProved }: NonNullable<ReturnType<typeof personById>>) {
  return { sub: id, name, ...(email === null ? {} : { email, email_verified: emailProved }) }
}

const stored = new Map<string, { payload: AdapterPayload; until: number }>()

/** Everything of the simulated services lives in memory and ends with the process. */
class MemoryAdapter implements Adapter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  #key(id: string): string {
    return `${this.name}:${id}`
  }

  #read(found: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload, until }] of stored)
      if (key.startsWith(`${this.name}:`) && until > Date.now() && found(payload)) return payload
    return undefined
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    if (stored.size > 5000) stored.clear()
    stored.set(this.#key(id), { payload, until: expiresIn ? Date.now() + expiresIn * 1000 : Infinity })
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = stored.get(this.#key(id))
    return found && found.until > Date.now() ? found.payload : undefined
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#read((payload) => payload.uid === uid)
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#read((payload) => payload.userCode === userCode)
  }

  async consume(id: string): Promise<void> {
    const found = stored.get(this.#key(id))
    if (found) found.payload.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    stored.delete(this.#key(id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of stored) if (payload.grantId === grantId) stored.delete(key)
  }
}
