/** `/dev/social`: the fourteen services of sign-in, simulated. Twelve speak real OpenID and OAuth, two sign as the real ones do. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { signAsWallet, telegramSignature, type SocialSimulator } from '#modules/auth/server/index.ts'
import { SERVICES, walletMessage, type OauthSettings } from '#modules/auth/rules/social.ts'
import { SOCIAL_PROVIDERS, type SocialProvider } from '#platform/shared/site-config.ts'
import { createHash } from 'node:crypto'
import { devPage, escapeHtml } from '../page.ts'
import { CLIENT_SECRET, IDENTITY_PATH, identityProvider, speaksOauth } from './identity-provider.ts'
import { meetPerson, numberOf, personById, personName, walletSeed, type SimulatedPerson } from './people.ts'

const BOT_TOKEN = '100200300:simulated-bot'
const choiceSchema = z.object({
  person: z.string().max(60).default('anna'),
  mail: z.enum(['proved', 'unproved', 'none']).default('proved'),
  outcome: z.enum(['agree', 'cancel', 'fail']).default('agree'),
})
const waySchema = z.object({ state: z.string().regex(/^[\w-]{10,64}$/), at: z.iso.datetime() })

/** Mounts the services and gives what stands in for them in auth. */
export function socialPages(app: FastifyInstance): SocialSimulator {
  mountProvider(app)
  interactionPages(app)
  signedPages(app)
  userPage(app)
  indexPage(app)
  return {
    clientOf: (provider, origin) => ({
      settings: settingsOf(provider, origin),
      clientId: provider,
      clientSecret: provider === 'telegram' ? BOT_TOKEN : CLIENT_SECRET,
      applicationKey: 'simulated',
      simulated: true,
    }),
    fetch: innerFetch(app),
    pageOf: (provider, { state, at }) => `/dev/social/${provider}?${new URLSearchParams({ state, at }).toString()}`,
  }
}

/** The service's own way of answering, at addresses of ours. */
function settingsOf(provider: SocialProvider, origin: string) {
  const real = SERVICES[provider]
  const issuer = `${origin}${IDENTITY_PATH}`
  if (real.kind === 'oidc') return { ...real, issuer, scope: 'openid email profile' }
  if (real.kind !== 'oauth2') return real
  const userinfo = `${origin}/dev/social/user/${provider}`
  return { ...real, issuer, authorize: `${issuer}/auth`, token: `${issuer}/token`, userinfo, scope: 'email profile', echo: [] }
}

/** Calls of the product to what it imitates stay inside the process. */
export function innerFetch(app: FastifyInstance): typeof fetch {
  return async (url, init) => {
    const { pathname, search, host } = new URL(String(url))
    const body = init?.body
    const answer = await app.inject({
      method: (init?.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        host,
        ...(body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
      },
      ...(body === undefined || body === null ? {} : { payload: String(body) }),
    })
    return new Response(answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    })
  }
}

const originOf = (request: FastifyRequest) => new URL(`${request.protocol}://${request.headers.host ?? 'localhost'}`).origin

/** The provider reads bodies itself, so none of the product's readers stands before it. */
function mountProvider(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${IDENTITY_PATH}/*`, async (request, reply) => {
      const provider = await identityProvider(originOf(request))
      const { raw } = request
      const whole = raw as typeof raw & { originalUrl?: string }
      whole.originalUrl = raw.url ?? ''
      raw.url = whole.originalUrl.slice(IDENTITY_PATH.length)
      if (/^\/auth(\?|$)/.test(raw.url)) raw.headers.cookie = withoutPerson(raw.headers.cookie)
      reply.hijack()
      await provider.callback()(raw, reply.raw)
    })
  })
}

/** Every sign-in begins with nobody: whoever is another person this time need not leave as the one before. */
function withoutPerson(cookie = ''): string {
  return cookie
    .split(/;\s*/)
    .filter((part) => !part.startsWith('_dev_idp'))
    .join('; ')
}

/** The page of a simulated service: who is there, and what he answers. */
function interactionPages(app: FastifyInstance): void {
  app.get('/dev/social/interaction/:uid', async (request, reply) => {
    const details = await detailsOf(request, reply)
    if (!details) return gone(request, reply)
    return personPage(request, reply, { provider: details.provider, action: request.url, hidden: {} })
  })
  app.post('/dev/social/interaction/:uid', async (request, reply) => {
    const details = await detailsOf(request, reply)
    const choice = choiceSchema.safeParse(request.body)
    if (!details || !choice.success) return gone(request, reply)
    const { outcome, person, mail } = choice.data
    const result =
      outcome === 'agree'
        ? { login: { accountId: meetPerson(details.provider, person, mail).id } }
        : outcome === 'cancel'
          ? { error: 'access_denied', error_description: 'the person said no' }
          : { error: 'server_error', error_description: 'the service is out of order' }
    const op = await identityProvider(originOf(request))
    const next = await op.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
    return reply.redirect(next, 303)
  })
}

async function detailsOf(request: FastifyRequest, reply: FastifyReply): Promise<{ provider: SocialProvider } | null> {
  try {
    const op = await identityProvider(originOf(request))
    const { params } = await op.interactionDetails(request.raw, reply.raw)
    const provider = SOCIAL_PROVIDERS.find((name) => name === params['client_id'])
    return provider ? { provider } : null
  } catch {
    return null
  }
}

/** Services without OAuth: the same page, and the signature that the real one would give. */
function signedPages(app: FastifyInstance): void {
  for (const provider of ['telegram', 'metamask'] as const) {
    const action = `/dev/social/${provider}`
    app.get(action, async (request, reply) => {
      const way = waySchema.safeParse(request.query)
      return way.success ? personPage(request, reply, { provider, action, hidden: way.data }) : gone(request, reply)
    })
    app.post(action, async (request, reply) => {
      const way = waySchema.safeParse(request.body)
      const choice = choiceSchema.safeParse(request.body)
      if (!way.success || !choice.success) return gone(request, reply)
      const back = new URL(`${originOf(request)}/socauth/return/${provider}`)
      back.searchParams.set('state', way.data.state)
      const { outcome, person } = choice.data
      if (outcome !== 'agree') back.searchParams.set('error', outcome === 'cancel' ? 'access_denied' : 'server_error')
      else if (provider === 'telegram') tellTelegram(back.searchParams, personName(person))
      else
        await tellWallet(back.searchParams, {
          ...way.data,
          name: person,
          origin: originOf(request),
          statement: request.ctx.config.customize.name,
        })
      return reply.redirect(back.href, 303)
    })
  }
}

function tellTelegram(query: URLSearchParams, name: string): void {
  query.set('id', String(numberOf(`telegram-${name}`)))
  query.set('first_name', name)
  query.set('auth_date', String(Math.floor(Date.now() / 1000)))
  query.set('hash', telegramSignature(query, BOT_TOKEN).toString('hex'))
}

async function tellWallet(
  query: URLSearchParams,
  { state, at, name, origin, statement }: { state: string; at: string; name: string; origin: string; statement: string },
): Promise<void> {
  const nonce = createHash('sha256').update(state).digest('hex').slice(0, 24)
  const { address, signature } = await signAsWallet(walletSeed(name), (own) =>
    walletMessage({ host: new URL(origin).host, origin, address: own, statement, nonce, at }),
  )
  query.set('address', address)
  query.set('signature', signature)
}

/** What plain OAuth services are asked after the token: the person, in the shape of each. */
function userPage(app: FastifyInstance): void {
  const handler = async (request: FastifyRequest<{ Params: { provider: string } }>, reply: FastifyReply) => {
    const settings = SERVICES[request.params.provider as SocialProvider] as OauthSettings | undefined
    const op = await identityProvider(originOf(request))
    const given = { ...(request.query as Record<string, string>), ...(request.body as Record<string, string> | undefined) }
    const token = /^(?:Bearer|OAuth) (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? given['access_token']
    const found = token ? await op.AccessToken.find(token) : undefined
    const person = found ? personById(found.accountId) : null
    if (!person || settings?.kind !== 'oauth2') return reply.code(401).send({ error: 'invalid_token' })
    return answerLike(settings, person)
  }
  app.get('/dev/social/user/:provider', handler)
  app.post('/dev/social/user/:provider', handler)
}

function answerLike(settings: OauthSettings, person: SimulatedPerson): Record<string, unknown> {
  const answer: Record<string, unknown> = {}
  const put = (place: string, value: unknown) => {
    const parts = place.split('.')
    const last = parts.pop()!
    let here = answer
    for (const part of parts) here = (here[part] ??= {}) as Record<string, unknown>
    here[last] = value
  }
  put(settings.subject, numberOf(person.id))
  put(settings.name, person.name)
  if (person.email !== null) put(settings.email, person.email)
  return answer
}

function indexPage(app: FastifyInstance): void {
  const list = () =>
    SOCIAL_PROVIDERS.map((provider) => ({ provider, protocol: speaksOauth(provider) ? SERVICES[provider].kind : 'signature' }))
  app.get('/dev/api/social', async () => ({ simulated: true, providers: list() }))
  app.get('/dev/social', async (request, reply) => {
    const { ctx } = request
    const rows = list().map(({ provider, protocol }) => `<tr><td>${provider}</td><td>${protocol}</td></tr>`)
    const content = `<p><span class="mark">SIMULATED</span> ${escapeHtml(ctx.text('dev:social_note'))}</p><table>${rows.join('')}</table><p><a href="/${escapeHtml(ctx.lng)}/login">${escapeHtml(ctx.text('auth:sign_in_title'))}</a></p>`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_social'), content })
  })
}

function gone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return devPage(reply, { status: 404, lng: request.ctx.lng, title: request.ctx.text('dev:social_over'), content: '' })
}

function personPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { provider: SocialProvider; action: string; hidden: Record<string, string> },
): FastifyReply {
  const { ctx } = request
  const text = (key: string) => escapeHtml(ctx.text(`dev:social_${key}`))
  const hidden = Object.entries(page.hidden).map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
  const mail =
    page.provider === 'telegram' || page.provider === 'metamask'
      ? ''
      : `<label>${text('mail')} <select name="mail"><option value="proved">${text('mail_proved')}</option><option value="unproved">${text('mail_unproved')}</option><option value="none">${text('mail_none')}</option></select></label>`
  const content = `<p><span class="mark">SIMULATED</span> ${text('who')}</p><form method="post" action="${escapeHtml(page.action)}">${hidden.join('')}
<label>${text('person')} <input name="person" value="anna" maxlength="30" autofocus></label> ${mail}
<button class="main" name="outcome" value="agree">${text('agree')}</button><button name="outcome" value="cancel">${text('cancel')}</button><button name="outcome" value="fail">${text('fail')}</button></form>`
  return devPage(reply, { lng: ctx.lng, title: page.provider, content })
}
