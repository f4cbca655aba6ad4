/** The trader's desk: drive games, suspend, price, settle, break the feed. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { devFeedRoutes, feedContract, type BookPort, type Feed, type Trader } from '#modules/feeds/server/index.ts'
import { actByHand, CANCEL_REASONS, type ActByHand, type StaffPlayersOf } from '#modules/settlement/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { route, textOf, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { devPage, escapeHtml } from './page.ts'
import { OFFICERS } from './settlement-desk.ts'

export interface FeedPagesDeps {
  feed: Feed
  trader: Trader
  book: BookPort
}

/** Who stands at the desk, and who of the house holds bets. */
export interface HandDeps {
  db: Db
  clock: Clock
  staffPlayersOf: StaffPlayersOf
}

/** Reasons that a status may carry; the first stands for none. */
const NOTES = ['rain', 'walkover', 'retired', 'defaulted', 'awarded'] as const
const NOTE_OPTIONS = ['', ...NOTES].map((note) => `<option>${note}</option>`).join('')
/** What a stop covers: the event, its first market, the first price of that. */
const SCOPES = ['event', 'market', 'price'] as const
const REASONS = ['trader', 'goal', 'review', 'penalty', 'red_card'] as const

export function feedPages(app: FastifyInstance, deps: FeedPagesDeps, hands: HandDeps): void {
  const desk = byOfficers(devFeedRoutes(deps), () => deps.feed.games(), hands)
  const c = feedContract
  route(app, c.devFeed, () => desk.devFeed())
  route(app, c.devFeedGames, (_ctx, { query }) => desk.devFeedGames(query))
  route(app, c.devFeedPost, (_ctx, { body }) => desk.devFeedPost(body))
  route(app, c.devFeedControl, (_ctx, { body }) => desk.devFeedControl(body))
  route(app, c.devGoal, (_ctx, { params, body }) => desk.devGoal(params.id, body))
  route(app, c.devCard, (_ctx, { params, body }) => desk.devCard(params.id, body))
  route(app, c.devSuspend, (_ctx, { params, body }) => desk.devSuspend(params.id, body))
  route(app, c.devReopen, (_ctx, { params }) => desk.devReopen(params.id))
  route(app, c.devPrice, (_ctx, { params, body }) => desk.devPrice(params.id, body))
  route(app, c.devStatus, (_ctx, { params, body }) => desk.devStatus(params.id, body))
  route(app, c.devSettle, (_ctx, { params, body }) => desk.devSettle(params.id, body))
  route(app, c.devCancel, (_ctx, { params, body }) => desk.devCancel(params.id, body))
  route(app, c.devFinish, (_ctx, { params, body }) => desk.devFinish(params.id, body))
  route(app, c.devStates, () => desk.devStates())
  deskPage(app, desk)
}

type Desk = ReturnType<typeof devFeedRoutes>
type Told = Awaited<ReturnType<Desk['devSettle']>>

const RESULT_FACTS: readonly unknown[] = ['settle', 'settle.rollback', 'cancel', 'cancel.rollback']

/** What makes a result is an officer's act: his name is kept, and none acts on a game that he holds a bet on (SET-15). */
function byOfficers(desk: Desk, games: () => { ref: string; ci: number }[], hands: HandDeps): Desk {
  const hand = async (ci: number, officer: string, act: ActByHand, perform: () => Promise<Told>): Promise<Told> => {
    const answer = await actByHand<Told>(hands, { ci, officer, act }, async () => {
      const done = await perform()
      return { happened: !isProblem(done), done }
    })
    if (answer.kind === 'done') return answer.done
    return problem('payout.officer_holds', { status: 409, field: 'officer' })
  }
  const gameOf = (fact: Record<string, unknown>) => games().find(({ ref }) => ref === fact['game'])?.ci
  return {
    ...desk,
    devFeedPost: (body) => {
      if (!RESULT_FACTS.includes(body.fact['t'])) return desk.devFeedPost(body)
      const ci = gameOf(body.fact)
      // Of a game that has left the memory nobody could say whose bets stand on it: its result is made by its number.
      if (ci === undefined) return Promise.resolve(problem('feeds.unknown_game', { field: 'game', status: 404 }))
      return hand(ci, body.officer, 'fact', () => desk.devFeedPost(body))
    },
    devGoal: (ci, body) => hand(ci, body.officer, 'score', () => desk.devGoal(ci, body)),
    devCard: (ci, body) => hand(ci, body.officer, 'score', () => desk.devCard(ci, body)),
    devSettle: (ci, body) => hand(ci, body.officer, 'settle', () => desk.devSettle(ci, body)),
    devCancel: (ci, body) => hand(ci, body.officer, 'cancel', () => desk.devCancel(ci, body)),
    devFinish: (ci, body) => hand(ci, body.officer, 'finish', () => desk.devFinish(ci, body)),
  }
}

function deskPage(app: FastifyInstance, desk: Desk): void {
  app.get<{ Querystring: { live?: string } }>('/dev/feed', async (request, reply) => {
    const { ctx } = request
    const games = desk.devFeedGames({ live: request.query.live !== '0', limit: 100 })
    const name = (names: Record<string, string | undefined>) => escapeHtml(names[ctx.lng] ?? names['en'] ?? '')
    const button = (act: string, label: string, extra = '') =>
      `<button name="act" value="${act}"${extra}>${escapeHtml(ctx.text(`dev:act_${label}`))}</button>`
    const scopes = SCOPES.map((scope) => `<option value="${scope}">${escapeHtml(ctx.text(`dev:scope_${scope}`))}</option>`).join('')
    const whys = ['', ...CANCEL_REASONS]
      .map((why) => `<option value="${why}">${why && escapeHtml(ctx.text(`history:cancelled_${why}`))}</option>`)
      .join('')
    const rows = games.map((game) => {
      const states = game.may.map((status) => `<option>${status}</option>`).join('')
      const suspend = REASONS.map((reason) => `<option>${reason}</option>`).join('')
      return `<article><h2>${game.sides.map(name).join(' – ')} ${game.score ? escapeHtml(game.score.join(':')) : ''}</h2>
<small>${game.ci} · ${escapeHtml(game.status)} · ${game.state} (${game.shown}) · ${escapeHtml(game.phase ?? '')} · ${name(game.championship)}${stopped(ctx, game.stopped)}</small>
<form method="post" action="/dev/feed/${game.ci}">${officers(ctx)}${button('goal-home', 'goal_home')}${button('goal-away', 'goal_away')}${button('red-home', 'red_home')}${button('red-away', 'red_away')}
<select name="scope">${scopes}</select><select name="reason">${suspend}</select>${button('suspend', 'suspend')}${button('reopen', 'reopen')}
<select name="status">${states}</select><select name="note">${NOTE_OPTIONS}</select>${button('status', 'status')}
<input name="score" size="5" placeholder="2:1" pattern="\\d+:\\d+">${button('finish', 'finish')}
<select name="why" aria-label="${escapeHtml(ctx.text('dev:cancel_why'))}">${whys}</select>${button('cancel', 'cancel')}</form></article>`
    })
    const state = desk.devFeed()
    const content = `<p><small>${escapeHtml(JSON.stringify({ lagMs: state.feedLagMs, games: state.games, faults: state.faults }))}</small></p>
<form method="post" action="/dev/feed/control"><label>speed <input name="speed" value="1" size="4"></label><label><input type="checkbox" name="silent"${state.faults.silent ? ' checked' : ''}> silent</label><button class="main">${escapeHtml(ctx.text('dev:apply'))}</button></form>
<p><a href="/dev/feed?live=1">live</a> · <a href="/dev/feed?live=0">all</a></p>${rows.join('')}`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_feed'), content })
  })

  app.post('/dev/feed/control', async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, string>
    const parsed = feedContract.devFeedControl.body.safeParse({ speed: Number(body['speed'] ?? 1), silent: body['silent'] !== undefined })
    if (!parsed.success) return refusal(request.ctx, reply, problem('platform.bad_field', { field: 'speed' }))
    desk.devFeedControl(parsed.data)
    return reply.redirect('/dev/feed', 303)
  })

  app.post<{ Params: { id: string } }>('/dev/feed/:id', async (request, reply) => {
    const {
      act = '',
      reason = 'trader',
      score = '',
      status = '',
      note = '',
      scope = '',
      why = '',
      officer = OFFICERS[0],
    } = (request.body ?? {}) as Record<string, string>
    const ci = Number(request.params.id)
    const done =
      act === 'status'
        ? await changeStatus(desk, ci, status, note)
        : await perform(desk, ci, { act, why, reason, score, scope, officer: officer.trim().slice(0, 40) || OFFICERS[0] })
    if (isProblem(done)) return refusal(request.ctx, reply, done)
    return reply.redirect('/dev/feed', 303)
  })
}

/** In the officer's words, with the field that is meant; the way back is a link, because the press came from another page. */
function refusal(ctx: Ctx, reply: FastifyReply, refused: Problem): FastifyReply {
  const field = refused.field ? `<p><small>${escapeHtml(refused.field)}</small></p>` : ''
  const content = `${field}<p><a href="/dev/feed">${escapeHtml(ctx.text('dev:tool_feed'))}</a></p>`
  return devPage(reply, { status: refused.status ?? 400, lng: ctx.lng, title: textOf(ctx, refused), content })
}

/** A stop of the desk itself, until it is lifted. */
function stopped(ctx: Ctx, reason: string | null): string {
  return reason === null ? '' : ` · <b class="mark">${escapeHtml(ctx.text('dev:stopped', { reason }))}</b>`
}

/** Who acts: the name goes with what makes a result. */
function officers(ctx: Ctx): string {
  const label = escapeHtml(ctx.text('payout:desk_officer'))
  return `<select name="officer" aria-label="${label}">${OFFICERS.map((name) => `<option>${name}</option>`).join('')}</select>`
}

async function changeStatus(desk: Desk, ci: number, status: string, note: string): Promise<unknown> {
  const body = feedContract.devStatus.body.safeParse({ status, note: note || undefined })
  return body.success ? desk.devStatus(ci, body.data) : problem('platform.bad_field', { field: 'status' })
}

interface Act {
  act: string
  why: string
  reason: string
  score: string
  scope: string
  officer: string
}

async function perform(desk: Desk, ci: number, { act, why, reason, score, scope, officer }: Act): Promise<unknown> {
  switch (act) {
    case 'goal-home':
      return desk.devGoal(ci, { side: 'home', officer })
    case 'goal-away':
      return desk.devGoal(ci, { side: 'away', officer })
    case 'red-home':
      return desk.devCard(ci, { side: 'home', colour: 'red', officer })
    case 'red-away':
      return desk.devCard(ci, { side: 'away', colour: 'red', officer })
    case 'suspend':
      return desk.devSuspend(ci, {
        reason: REASONS.find((r) => r === reason) ?? 'trader',
        scope: SCOPES.find((one) => one === scope) ?? 'event',
      })
    case 'reopen':
      return desk.devReopen(ci)
    case 'cancel':
      return desk.devCancel(ci, { reason: CANCEL_REASONS.find((one) => one === why), officer })
    case 'finish': {
      const [home, away] = score.split(':').map(Number)
      const read = feedContract.devFinish.body.safeParse({ score: [home, away], officer })
      return read.success ? desk.devFinish(ci, read.data) : problem('platform.bad_field', { field: 'score' })
    }
    default:
      return problem('platform.bad_field', { field: 'act' })
  }
}
