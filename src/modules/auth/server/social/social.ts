/** Sign-in by another service: begun in this browser, finished in this browser, once (ACC-17). */
import { MINUTE } from '#lib/time.ts'
import { inTx, inTxOrProblem, Undone, type Tx } from '#platform/server/db.ts'
import { outbound } from '#platform/server/outbound.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { SocialProvider } from '#platform/shared/site-config.ts'
import { walletMessage, type SocialPerson } from '../../rules/social.ts'
import type { AuthDeps } from '../deps.ts'
import { insertSecurityEvent, selectAndLockPlayer, selectPlayer } from '../player-store.ts'
import { digest, newSecret } from '../secret.ts'
import type { Visitor } from '../sessions.ts'
import { signInKnown, type SecondStep, type SignedIn } from '../sign-in.ts'
import type { CodeStep } from '../strange-sign-in.ts'
import type { SocialClient, SocialSimulator } from './clients.ts'
import { authorizationUrl, personBehind, type OpenidProof } from './openid.ts'
import { telegramPerson, walletPerson } from './signed-answers.ts'
import { deleteLink, insertLink, listLinks, selectLinkOptional, touchLink } from './store.ts'

/** A service names further hosts of its own (tokens, keys, people), so any may be asked that is on the open internet. */
const publicFetch = outbound({ to: 'public' })

const WAY = 'social'
/** A new person has so long to fill in the rest of the registration, or to sign in and link himself. */
const REGISTRATION = 'social_registration'
const WAY_LIFE_MS = 10 * MINUTE
const REGISTRATION_LIFE_MS = 30 * MINUTE

const refused = () => problem('auth.social_refused', { wire: 46, status: 401 })

export interface SocialBegin {
  provider: SocialProvider
  client: SocialClient
  brand: string
  origin: string
  /** Links to this player instead of signing in. */
  linkTo: number | null
  /** Of a wallet in the page. */
  address: string
  statement: string
  simulator: SocialSimulator | null
}

export interface SocialBegun {
  url: string
  message: string
  state: string
  /** Value of the cookie that ties the way back to this browser. */
  browserSecret: string
}

interface Way extends Record<string, unknown> {
  provider: SocialProvider
  browser: string
  origin: string
  linkTo: number | null
  at: string
  statement: string
  proof: OpenidProof | null
}

/** Problem: auth.social_down (46) when the service does not answer. */
export async function beginSocial(deps: AuthDeps, given: SocialBegin): Promise<SocialBegun | Problem> {
  const { provider, client, brand, origin, simulator } = given
  const { kind } = client.settings
  const browserSecret = newSecret()
  const at = new Date(deps.clock.now()).toISOString()
  const way = { provider, browser: browserMark(browserSecret), origin, linkTo: given.linkTo, at, statement: given.statement }
  const fetchFrom = client.simulated && simulator ? simulator.fetch : publicFetch
  const open = (proof: OpenidProof | null) =>
    inTx(deps.db, (tx) =>
      deps.challenges.open(tx, { purpose: WAY, brand, playerId: given.linkTo, data: { ...way, proof } satisfies Way, lifeMs: WAY_LIFE_MS }),
    )
  if (kind === 'telegram' || kind === 'wallet') {
    const state = await open(null)
    const message = kind === 'wallet' && given.address ? walletText(way, state, given.address) : ''
    const page =
      client.simulated && simulator && message === '' ? simulator.pageOf(kind === 'wallet' ? 'metamask' : 'telegram', { state, at }) : ''
    return { url: page || (kind === 'telegram' ? `${origin}/socauth/telegram?state=${state}` : ''), message, state, browserSecret }
  }
  // The state is the challenge's own id, so the address is made before it, and the state is added to it then.
  const redirectUri = returnAddress(origin, provider)
  const made = await authorizationUrl(client as never, { redirectUri, state: '-', fetchFrom }).catch(failedAt(deps, provider))
  if (!made) return problem('auth.social_down', { wire: 46, status: 502 })
  const state = await open(made.proof)
  const url = new URL(made.url)
  url.searchParams.set('state', state)
  return { url: url.href, message: '', state, browserSecret }
}

/** A service that fails, or that takes our keys no more, is for the operator to hear of. */
function failedAt({ log }: AuthDeps, provider: SocialProvider): (error: unknown) => null {
  return (error) => {
    log?.warn({ err: error, provider }, 'sign-in by another service failed')
    return null
  }
}

export function returnAddress(origin: string, provider: SocialProvider): string {
  return `${origin}/socauth/return/${provider}`
}

/** What a wallet signs: the state's mark stands in it as the nonce, so that a signature serves one way only. */
export function walletText(way: { origin: string; at: string; statement: string }, state: string, address: string): string {
  const nonce = digest(state).toString('hex').slice(0, 24)
  return walletMessage({ host: new URL(way.origin).host, origin: way.origin, address, statement: way.statement, nonce, at: way.at })
}

const browserMark = (secret: string) => digest(secret).toString('base64url')

export interface SocialFinish {
  provider: SocialProvider
  client: SocialClient
  state: string
  query: URLSearchParams
  browserSecret: string | null
  /** Who is signed in here, for linking. */
  playerId: number | null
  visitor: Visitor
  browser: boolean
  lng: string
  simulator: SocialSimulator | null
}

export interface NewPerson {
  step: 'registration'
  authId: string
  person: SocialPerson
}

export type SocialOutcome = SignedIn | SecondStep | CodeStep | NewPerson | { step: 'linked' }

/**
 * Problems, all 46: auth.social_refused (forged, replayed, of another browser; replayed by who is signed in: auth.social_over),
 * auth.social_cancelled or auth.social_link_cancelled, auth.social_down, auth.social_taken.
 */
export async function finishSocial(deps: AuthDeps, given: SocialFinish): Promise<SocialOutcome | Problem> {
  const { brand } = given.visitor
  const limited = await deps.limits.count('sign_in', given.visitor.ip)
  if (limited) return limited
  const found = await inTx(deps.db, (tx) => deps.challenges.redeem(tx, WAY, brand, given.state))
  const way = found?.data as Way | undefined
  // Whoever is signed in has most often come back to an address that has done its work: no sign-in of his was refused.
  if (!way && given.playerId !== null) return problem('auth.social_over', { wire: 46, status: 401 })
  if (!way || way.provider !== given.provider) return refused()
  if (given.browserSecret === null || way.browser !== browserMark(given.browserSecret)) return refused()
  const error = given.query.get('error')
  if (error) return saidNo(error, way.linkTo !== null)
  const person = await ask(deps, given, way).catch(failedAt(deps, given.provider))
  if (!person) return refused()
  if (way.linkTo !== null) return linkNow(deps, given, way.linkTo, person)
  return inTx(deps.db, (tx) => known(deps, tx, given, person))
}

/** What a service says instead of a person (RFC 6749, 4.1.2.1): his own no, its own trouble, or neither. */
function saidNo(error: string, isLink: boolean): Problem {
  if (error === 'access_denied' || error.startsWith('user_cancelled'))
    return problem(isLink ? 'auth.social_link_cancelled' : 'auth.social_cancelled', { wire: 46, status: 401 })
  if (error === 'server_error' || error === 'temporarily_unavailable') return problem('auth.social_down', { wire: 46, status: 502 })
  return refused()
}

function ask(deps: AuthDeps, given: SocialFinish, way: Way): Promise<SocialPerson | null> {
  const { client, query, state } = given
  const { settings } = client
  switch (settings.kind) {
    case 'telegram':
      return Promise.resolve(telegramPerson(query, client.clientSecret, client.simulated ? Date.now() : deps.clock.now()))
    case 'wallet': {
      const address = query.get('address') ?? ''
      return walletPerson(walletText(way, state, address), address, query.get('signature') ?? '')
    }
    case 'oidc':
    case 'oauth2': {
      if (!way.proof) return Promise.resolve(null)
      const fetchFrom = client.simulated && given.simulator ? given.simulator.fetch : publicFetch
      const redirectUri = returnAddress(way.origin, given.provider)
      return personBehind({ ...client, settings }, { redirectUri, state, query, proof: way.proof, fetchFrom })
    }
  }
}

async function known(deps: AuthDeps, tx: Tx, given: SocialFinish, person: SocialPerson): Promise<SocialOutcome | Problem> {
  const { brand } = given.visitor
  const who = { brand, provider: given.provider, subject: person.subject }
  const link = await selectLinkOptional(tx, who)
  if (link) {
    const player = await selectAndLockPlayer(tx, link.player_id)
    // Taken off in the same moment: nobody signs in by it any more.
    if (!(await touchLink(tx, who, new Date(deps.clock.now())))) return refused()
    return signInKnown(deps, tx, player, { ...given, remember: true })
  }
  const data = { provider: given.provider, person: { ...person } }
  const authId = await deps.challenges.open(tx, { purpose: REGISTRATION, brand, playerId: null, data, lifeMs: REGISTRATION_LIFE_MS })
  return { step: 'registration', authId, person }
}

async function linkNow(deps: AuthDeps, given: SocialFinish, playerId: number, person: SocialPerson): Promise<SocialOutcome | Problem> {
  // Somebody else has signed in here meanwhile: his account gets nothing.
  if (given.playerId !== playerId) return refused()
  const { brand, ip } = given.visitor
  const done = await link(deps, { playerId, brand, ip, lng: given.lng, provider: given.provider, person })
  return done ?? { step: 'linked' }
}

interface Link {
  playerId: number
  brand: string
  ip: string
  lng: string
  provider: SocialProvider
  person: SocialPerson
}

async function link(deps: AuthDeps, given: Link, authId?: string): Promise<Problem | null> {
  const { playerId, brand, ip, lng, provider, person } = given
  const at = new Date(deps.clock.now())
  return inTxOrProblem(deps.db, async (tx) => {
    if (authId !== undefined && !(await deps.challenges.redeem(tx, REGISTRATION, brand, authId))) return refused()
    const taken = await insertLink(tx, { brand, provider, playerId, person, at })
    if (taken) throw new Undone(taken)
    await insertSecurityEvent(tx, { playerId, kind: 'social_linked', ip, at })
    const player = await selectPlayer(tx, playerId)
    if (player.email && player.email_confirmed_at)
      await deps.messenger.send(tx, {
        brand,
        channel: 'mail',
        to: player.email,
        template: 'social_linked',
        lng,
        params: { provider },
      })
    return null
  })
}

/** Links the person of a finished sign-in to an account that has just proved itself. Problems, both 46: auth.social_refused, auth.social_taken. */
export async function linkSocial(
  deps: AuthDeps,
  given: { playerId: number; brand: string; ip: string; lng: string; authId: string },
): Promise<Problem | null> {
  const seen = await inTx(deps.db, (tx) => deps.challenges.peek(tx, REGISTRATION, given.brand, given.authId))
  const pending = seen && readPending(seen.data)
  if (!pending) return refused()
  return link(deps, { ...given, ...pending }, given.authId)
}

/** Problem: auth.social_unknown (46) when nothing of that service is linked. */
export async function unlinkSocial(
  deps: AuthDeps,
  given: { playerId: number; provider: SocialProvider; ip: string },
): Promise<Problem | null> {
  return inTx(deps.db, async (tx) => {
    if (!(await deleteLink(tx, given.playerId, given.provider))) return problem('auth.social_unknown', { wire: 46, field: 'provider' })
    await insertSecurityEvent(tx, { playerId: given.playerId, kind: 'social_unlinked', ip: given.ip, at: new Date(deps.clock.now()) })
    return null
  })
}

export const linkedSocial = (deps: AuthDeps, playerId: number) => listLinks(deps.db, playerId)

export interface PendingPerson {
  provider: SocialProvider
  person: SocialPerson
}

function readPending(data: Record<string, unknown>): PendingPerson | null {
  const { provider, person } = data as unknown as Partial<PendingPerson>
  return provider && person ? { provider, person } : null
}

/** The person behind a registration that has begun at a service; null when it is over or never was. */
export async function pendingPerson(deps: AuthDeps, brand: string, authId: string): Promise<PendingPerson | null> {
  const seen = await inTx(deps.db, (tx) => deps.challenges.peek(tx, REGISTRATION, brand, authId))
  return seen && readPending(seen.data)
}

/** Uses the begun registration up for a new account, in the transaction that makes it. Problem: auth.social_refused (46) or auth.social_taken. */
export async function takePerson(
  deps: AuthDeps,
  tx: Tx,
  given: { brand: string; authId: string; playerId: number },
): Promise<Problem | null> {
  const found = await deps.challenges.redeem(tx, REGISTRATION, given.brand, given.authId)
  const pending = found && readPending(found.data)
  if (!pending) return refused()
  return insertLink(tx, { ...pending, brand: given.brand, playerId: given.playerId, at: new Date(deps.clock.now()) })
}
