/** Programs of others that a player lets in (features AU-10): rights, consent, code, token, and taking it back. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { HOUR, MINUTE, SECOND, unixSeconds } from '#lib/time.ts'
import { inTx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { problem } from '#platform/shared/problem.ts'
import { OAUTH_SCOPES, type OauthScope } from '#platform/shared/site-config.ts'
import * as contract from '../contract/social.ts'
import type { AuthDeps } from './deps.ts'
import { insertSecurityEvent, selectPlayer, type PlayerRow } from './player-store.ts'
import { digest, newSecret, sameBytes } from './secret.ts'

const PURPOSE = 'oauth_code'
const TOKEN_LIFE_MS = HOUR
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** What modules above know of a player, by right. */
export type RightReaders = Partial<Record<OauthScope, (playerId: number) => Promise<Record<string, unknown>>>>

export interface OauthParty {
  routes(app: FastifyInstance): void
  useReaders(more: RightReaders): void
}

export function createOauthParty(deps: AuthDeps): OauthParty {
  const readers: RightReaders = {}
  return {
    routes(app) {
      consentRoutes(app, deps)
      tokenRoutes(app, deps, readers)
      grantRoutes(app, deps)
    },
    useReaders: (more) => void Object.assign(readers, more),
  }
}

const unknownClient = problem('auth.oauth_client', { wire: 45, field: 'client_id' })
const unknownRedirect = problem('auth.oauth_redirect', { wire: 45, field: 'redirect_uri' })
const clientOf = (ctx: Ctx, id: string) => ctx.config.auth.oauthClients.find((client) => client.id === id)

/** What is asked and may be asked; without a wish everything that the program was registered for. */
function scopesOf(asked: string, allowed: readonly OauthScope[]): OauthScope[] {
  const wanted = asked.split(/[\s,+]+/).filter(Boolean)
  return wanted.length === 0 ? [...allowed] : OAUTH_SCOPES.filter((scope) => wanted.includes(scope) && allowed.includes(scope))
}

function consentRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, contract.rightsCall, async (ctx, { query }) => {
    const client = clientOf(ctx, query.client_id)
    if (!client) return unknownClient
    if (query.redirect_uri !== '' && !client.redirects.includes(query.redirect_uri)) return unknownRedirect
    const scope = scopesOf(query.scope, client.scopes)
    const held = ctx.player ? await selectGrantOptional(deps, ctx.player.id, client.id) : null
    return { client_id: client.id, title: client.title, scope, granted: held !== null && scope.every((one) => held.includes(one)) }
  })

  route(app, contract.grantCall, async (ctx, { body }) => {
    const client = clientOf(ctx, body.client_id)
    if (!client) return unknownClient
    // Compared letter by letter: a redirect to anywhere else would hand the code to a stranger.
    const redirectUri = body.redirect_uri || client.redirects[0]!
    if (!client.redirects.includes(redirectUri)) return unknownRedirect
    const back = new URL(redirectUri)
    if (body.state !== '') back.searchParams.set('state', body.state)
    if (!body.approve) {
      back.searchParams.set('error', 'access_denied')
      return { code: '', redirect: back.href }
    }
    if (body.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(body.code_challenge))
      return problem('auth.oauth_challenge', { wire: 45, field: 'code_challenge' })
    const scopes = scopesOf(body.scope, client.scopes)
    if (scopes.length === 0) return problem('auth.oauth_scope', { wire: 45, field: 'scope' })
    const playerId = ctx.player!.id
    const at = new Date(ctx.now)
    const code = await inTx(deps.db, async (tx) => {
      await tx
        .insertInto('oauth_grant')
        .values({ player_id: playerId, client_id: client.id, brand: ctx.brand, scopes, granted_at: at })
        .onConflict((conflict) => conflict.columns(['player_id', 'client_id']).doUpdateSet({ scopes, granted_at: at }))
        .execute()
      await insertSecurityEvent(tx, { playerId, kind: 'oauth_granted', ip: ctx.ip, at })
      const data = { clientId: client.id, scopes, redirectUri, challenge: body.code_challenge }
      return deps.challenges.open(tx, { purpose: PURPOSE, brand: ctx.brand, playerId, data, lifeMs: MINUTE })
    })
    back.searchParams.set('code', code)
    return { code, redirect: back.href }
  })
}

async function selectGrantOptional({ db }: AuthDeps, playerId: number, clientId: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('oauth_grant')
    .select('scopes')
    .where('player_id', '=', playerId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row?.scopes ?? null
}

/** Errors of these two calls have the names of RFC 6749 and RFC 6750, for programs know no others. */
function tokenRoutes(app: FastifyInstance, deps: AuthDeps, readers: RightReaders): void {
  const send = (reply: FastifyReply, status: number, body: unknown) =>
    reply.code(status).type('application/json; charset=utf-8').header('cache-control', 'no-store').send(JSON.stringify(body))

  route(app, contract.oauthTokenCall, async (ctx, { body }, reply) => {
    if (body.grant_type !== 'authorization_code') return send(reply, 400, { error: 'unsupported_grant_type' })
    const client = clientOf(ctx, body.client_id)
    if (!client) return send(reply, 401, { error: 'invalid_client' })
    const made = await inTx(deps.db, async (tx) => {
      // Used up by the first try, right or wrong: a stolen code cannot be tried twice.
      const found = await deps.challenges.redeem(tx, PURPOSE, ctx.brand, body.code)
      const data = found?.data as { clientId: string; scopes: string[]; redirectUri: string; challenge: string } | undefined
      if (!data || found?.playerId == null || data.clientId !== client.id) return null
      if (body.redirect_uri !== '' && body.redirect_uri !== data.redirectUri) return null
      if (!VERIFIER.test(body.code_verifier)) return null
      const challenge = createHash('sha256').update(body.code_verifier).digest()
      if (!sameBytes(challenge, Buffer.from(data.challenge, 'base64url'))) return null
      const token = newSecret()
      const expires_at = new Date(ctx.now + TOKEN_LIFE_MS)
      const { playerId } = found
      await tx.deleteFrom('oauth_token').where('expires_at', '<=', new Date(ctx.now)).where('player_id', '=', playerId).execute()
      const held = await tx
        .selectFrom('oauth_grant')
        .select('scopes')
        .where('player_id', '=', playerId)
        .where('client_id', '=', client.id)
        .executeTakeFirst()
      const scopes = stillGranted(data.scopes, held?.scopes ?? [])
      if (scopes.length === 0) return null
      await tx
        .insertInto('oauth_token')
        .values({ token_hash: digest(token), player_id: playerId, client_id: client.id, scopes, expires_at })
        .execute()
      return { token, scopes }
    })
    if (!made) return send(reply, 400, { error: 'invalid_grant' })
    return send(reply, 200, {
      access_token: made.token,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFE_MS / SECOND,
      scope: made.scopes.join(' '),
    })
  })

  route(app, contract.userinfoCall, async (ctx, _input, reply) => {
    const token = /^Bearer ([\w-]{16,64})$/.exec(ctx.request.headers.authorization ?? '')?.[1]
    const row =
      token === undefined
        ? undefined
        : await deps.db
            .selectFrom('oauth_token')
            .innerJoin('oauth_grant', (join) =>
              join
                .onRef('oauth_grant.player_id', '=', 'oauth_token.player_id')
                .onRef('oauth_grant.client_id', '=', 'oauth_token.client_id'),
            )
            .select(['oauth_token.player_id', 'oauth_token.scopes', 'oauth_grant.scopes as granted'])
            .where('token_hash', '=', digest(token))
            .where('oauth_grant.brand', '=', ctx.brand)
            .where('expires_at', '>', new Date(ctx.now))
            .executeTakeFirst()
    const player = row ? await selectPlayer(deps.db, row.player_id) : null
    if (!row || player?.status !== 'active') {
      reply.header('www-authenticate', 'Bearer error="invalid_token"')
      return send(reply, 401, { error: 'invalid_token' })
    }
    return send(reply, 200, await rightsOf(player, stillGranted(row.scopes, row.granted), readers))
  })
}

/** What was given shows no more than the player lets in now: he may have agreed to less since. */
function stillGranted(scopes: readonly string[], granted: readonly string[]): string[] {
  return scopes.filter((scope) => granted.includes(scope))
}

async function rightsOf(player: PlayerRow, scopes: readonly string[], readers: RightReaders): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = { sub: String(player.id) }
  if (scopes.includes('profile')) told['locale'] = player.language
  if (scopes.includes('email') && player.email)
    Object.assign(told, { email: player.email, email_verified: player.email_confirmed_at !== null })
  for (const scope of OAUTH_SCOPES) if (scopes.includes(scope) && readers[scope]) Object.assign(told, await readers[scope](player.id))
  return told
}

function grantRoutes(app: FastifyInstance, deps: AuthDeps): void {
  route(app, contract.grantsCall, async (ctx) => {
    const rows = await deps.db.selectFrom('oauth_grant').selectAll().where('player_id', '=', ctx.player!.id).orderBy('granted_at').execute()
    const grants = rows.map((row) => ({
      client_id: row.client_id,
      title: clientOf(ctx, row.client_id)?.title ?? row.client_id,
      scope: row.scopes,
      date: unixSeconds(row.granted_at.getTime()),
    }))
    return { grants }
  })

  route(app, contract.revokeGrantCall, async (ctx, { body }) => {
    const playerId = ctx.player!.id
    const gone = await inTx(deps.db, async (tx) => {
      const done = await tx
        .deleteFrom('oauth_grant')
        .where('player_id', '=', playerId)
        .where('client_id', '=', body.client_id)
        .executeTakeFirst()
      if (done.numDeletedRows === 1n) await insertSecurityEvent(tx, { playerId, kind: 'oauth_revoked', ip: ctx.ip, at: new Date(ctx.now) })
      return done.numDeletedRows === 1n
    })
    return gone ? { revoked: true as const } : unknownClient
  })
}
