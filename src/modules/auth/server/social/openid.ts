/** OpenID Connect and plain OAuth 2 by openid-client: state, nonce and PKCE are its work and ours to insist on. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type * as Client from 'openid-client'
import { readClaims, readPerson, type OauthSettings, type OidcSettings, type SocialPerson } from '../../rules/social.ts'
import type { SocialClient } from './clients.ts'

const TIMEOUT_S = 8
const HOUR_MS = 3_600_000

/** What must be remembered between the way there and the way back. */
export interface OpenidProof {
  verifier: string
  nonce: string
}

type Registered = SocialClient & { settings: OidcSettings | OauthSettings }

const discovered = new LRUCache<string, Client.Configuration>({ max: 200, ttl: HOUR_MS })

/** Loaded at the first use: most visits of most processes never need it. */
const load = () => import('openid-client')

async function configurationOf(client: Registered, fetchFrom: typeof fetch): Promise<Client.Configuration> {
  const lib = await load()
  const { settings, clientId, clientSecret, simulated } = client
  const key = JSON.stringify([settings, clientId, clientSecret])
  const known = discovered.get(key)
  if (known) return known
  const insecure = simulated ? [lib.allowInsecureRequests] : []
  const configuration =
    settings.kind === 'oidc'
      ? await lib.discovery(new URL(settings.issuer), clientId, clientSecret, undefined, {
          execute: insecure,
          timeout: TIMEOUT_S,
          [lib.customFetch]: fetchFrom as never,
        })
      : new lib.Configuration(
          {
            issuer: settings.issuer ?? new URL(settings.authorize).origin,
            authorization_endpoint: settings.authorize,
            token_endpoint: settings.token,
          },
          clientId,
          clientSecret,
        )
  if (settings.kind === 'oauth2') {
    for (const allow of insecure) allow(configuration)
    configuration.timeout = TIMEOUT_S
    configuration[lib.customFetch] = withTokenType(fetchFrom, settings.token) as never
  }
  discovered.set(key, configuration)
  return configuration
}

/** Some services leave out what kind of token it is, or call it by a word of their own. */
function withTokenType(fetchFrom: typeof fetch, token: string): typeof fetch {
  return async (url, init) => {
    const answer = await fetchFrom(url, init)
    if (String(url) !== token || !answer.ok) return answer
    const body = (await answer.json()) as Record<string, unknown>
    return Response.json({ ...body, token_type: 'bearer' }, { status: answer.status })
  }
}

/** The address to send the browser to. Throws when the service does not answer. */
export async function authorizationUrl(
  client: Registered,
  given: { redirectUri: string; state: string; fetchFrom: typeof fetch },
): Promise<{ url: string; proof: OpenidProof }> {
  const lib = await load()
  const configuration = await configurationOf(client, given.fetchFrom)
  const proof = { verifier: lib.randomPKCECodeVerifier(), nonce: lib.randomNonce() }
  const url = lib.buildAuthorizationUrl(configuration, {
    redirect_uri: given.redirectUri,
    scope: client.settings.scope,
    state: given.state,
    code_challenge: await lib.calculatePKCECodeChallenge(proof.verifier),
    code_challenge_method: 'S256',
    ...(client.settings.kind === 'oidc' ? { nonce: proof.nonce } : {}),
    // The simulated service asks every time who is there; real ones know their people.
    ...(client.simulated ? { prompt: 'login' } : {}),
  })
  return { url: url.href, proof }
}

/** Exchanges the code and asks who it is. Throws for every answer that is not right; null when it names nobody. */
export async function personBehind(
  client: Registered,
  given: { redirectUri: string; state: string; query: URLSearchParams; proof: OpenidProof; fetchFrom: typeof fetch },
): Promise<SocialPerson | null> {
  const lib = await load()
  const { settings } = client
  const configuration = await configurationOf(client, given.fetchFrom)
  const here = new URL(given.redirectUri)
  here.search = given.query.toString()
  const isOidc = settings.kind === 'oidc'
  const tokens = await lib.authorizationCodeGrant(
    configuration,
    here,
    {
      pkceCodeVerifier: given.proof.verifier,
      expectedState: given.state,
      ...(isOidc ? { expectedNonce: given.proof.nonce, idTokenExpected: true } : {}),
    },
    isOidc ? {} : Object.fromEntries(settings.echo.map((name) => [name, given.query.get(name) ?? ''])),
  )
  if (isOidc) {
    const claims = tokens.claims()
    if (!claims) return null
    const person = readClaims(claims)
    if (!person || person.email !== null || !configuration.serverMetadata().userinfo_endpoint) return person
    // Many services tell the address only there; its subject must be the token's.
    return readClaims(await lib.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  }
  return readPerson(await askUser(client as SocialClient & { settings: OauthSettings }, tokens.access_token, given.fetchFrom), settings)
}

/** Asks a plain OAuth service for the person, in the place in which it wants the token. */
async function askUser(client: SocialClient & { settings: OauthSettings }, token: string, fetchFrom: typeof fetch): Promise<unknown> {
  const { settings } = client
  const url = new URL(settings.userinfo)
  const init: RequestInit = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT_S * 1000) }
  switch (settings.style) {
    case 'bearer':
    case 'oauth':
      init.headers = { accept: 'application/json', authorization: `${settings.style === 'oauth' ? 'OAuth' : 'Bearer'} ${token}` }
      break
    case 'query':
      url.searchParams.set('access_token', token)
      break
    case 'form':
      init.method = 'POST'
      init.body = new URLSearchParams({ client_id: client.clientId, access_token: token })
      break
    case 'ok_signature':
      for (const [name, value] of okParameters(client, token)) url.searchParams.set(name, value)
      break
  }
  const answer = await fetchFrom(url.href, init)
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
  return answer.json()
}

/** Odnoklassniki signs calls: MD5 of the sorted parameters and a secret made of token and key. It is their rule, not our choice. */
function okParameters({ applicationKey, clientSecret }: SocialClient, token: string): [string, string][] {
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const signed: [string, string][] = [
    ['application_key', applicationKey],
    ['format', 'json'],
    ['method', 'users.getCurrentUser'],
  ]
  const sig = md5(signed.map(([name, value]) => `${name}=${value}`).join('') + md5(token + clientSecret))
  return [...signed, ['access_token', token], ['sig', sig]]
}
