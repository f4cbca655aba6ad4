/** Door of the subscriptions: calls, and the two ends of the way from a fact to the player. */
import type { FastifyInstance } from 'fastify'
import { DAY, SECOND, type Clock } from '#lib/time.ts'
import { isOver, type BookGame } from '#modules/line/rules/book.ts'
import { parameterRequired, type Line } from '#modules/line/server/index.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import type { Outbox } from '#platform/server/outbox.ts'
import { repeat } from '#platform/server/repeat.ts'
import type { Stream } from '#platform/server/stream.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { CHANNELS, EVENTS, MAX_GAMES, optionCode, optionsOf, PERIODS, type Option } from '../rules/options.ts'
import { isPushEndpoint, isPushKey } from '../rules/push-endpoint.ts'
import { writeLetters, type ExcludedOf, type LettersPort } from './letters.ts'
import type { Text } from './notice-text.ts'
import { pushNews, type PersonalNews } from './push-news.ts'
import { createPushQueue } from './push-queue.ts'
import { createSendPush, vapidKeys, type SendPush } from './push.ts'
import {
  deleteEndpoint,
  deleteOver,
  deleteSubscription,
  listEndpoints,
  listNotices,
  selectOptionalSubscription,
  selectTopics,
  upsertEndpoint,
  upsertSubscription,
  upsertTopics,
} from './store.ts'
import { createTeller, type News, type Teller } from './tell.ts'
import { createWatch, type Watch } from './watch.ts'

export type { LettersPort } from './letters.ts'
export type { News } from './tell.ts'
export { personalData } from './personal-data.ts'
export type { PersonalNews } from './push-news.ts'

export interface SubscriptionDeps {
  db: Db
  clock: Clock
  line: Line
  stream: Pick<Stream, 'provide'>
  outbox: Pick<Outbox, 'subscribe'>
  log: { warn(details: object, message: string): void }
  text: Text
  /** HMAC under a key of the installation: the push keys are made from it. */
  mac(purpose: string, text: string): Buffer
  /** `https:` or `mailto:` address of who sends, for push services. */
  subject: string
  tellOthers(news: News): void
  letters: LettersPort
  excludedOf: ExcludedOf
  /** Tests give their own. */
  send?: SendPush
  refreshMs?: number
}

export interface Subscriptions {
  routes(app: FastifyInstance): void
  /** Tells the browsers of players who have chosen the topic; failures are logged, and one push service waits for no other. */
  push(news: readonly PersonalNews[]): void
  /** News from another process: shown on the open pages here. */
  show(news: News): Promise<void>
  /** A step of the worker: writes letters that are owed, some at a time; answers how many are owed no more. */
  writeLetters(): Promise<number>
  /** Everything seen so far is written and sent: for tests. */
  settled(): Promise<void>
  /** Reads no more; what is being read is over when it answers, and what is being sent, unless a push service hangs. */
  stop(): Promise<void>
}

const REFRESH_MS = 10 * SECOND
const KEEP_MS = 14 * DAY
const LATEST = 30
const LIST_FULL = 20
const UNKNOWN_GAME = 22
const BAD_ENDPOINT = 23
const NO_LETTERS = 24

/** A job: who follows a game that is over hears no more of it. Answers how many subscriptions went. */
export async function forgetOver({ db, clock }: Pick<SubscriptionDeps, 'db' | 'clock'>): Promise<number> {
  return deleteOver(db, new Date(clock.now() - KEEP_MS))
}

export function createSubscriptions(deps: SubscriptionDeps): Subscriptions {
  const { db, clock, log } = deps
  const keys = vapidKeys((purpose, text) => deps.mac(purpose, text))
  const watch = createWatch(deps)
  const send = deps.send ?? createSendPush(keys, deps.subject)
  const pushes = createPushQueue({ clock, send, log, forget: (endpoint) => deleteEndpoint(db, endpoint) })
  const teller = createTeller({ ...deps, pushes })
  let looking: Promise<unknown> = Promise.resolve()
  const notRead = (err: unknown) => log.warn({ err }, 'followed games not read')
  const first = watch.refresh().catch(notRead)
  const stopReading = repeat(deps.refreshMs ?? REFRESH_MS, () => first.then(() => watch.refresh()), notRead)

  return {
    routes(app) {
      optionRoutes(app, deps)
      choiceRoutes(app, deps, watch, teller)
      pushRoutes(app, deps, keys.publicKey)
    },
    push(news) {
      if (news.length === 0) return
      // Only the look-ups stand in a row, never what is sent.
      looking = looking
        .then(() => pushNews(db, pushes, news))
        .catch((error: unknown) => log.warn({ err: error }, 'web push about bets failed'))
    },
    show: (news) => teller.show(news),
    writeLetters: () => writeLetters({ ...deps, wordsOf: teller.wordsOf }),
    async settled() {
      await watch.settled()
      await teller.settled()
      await looking
      await pushes.idle()
    },
    async stop() {
      await stopReading()
      await first
      await looking
      await teller.settled()
      await pushes.stop()
    },
  }
}

const me = (ctx: Ctx): number => ctx.player!.id

/** `gameId` and `constId` of these calls carry I (wire rule 3). A part stands for its game. */
function gameOf({ line }: SubscriptionDeps, id: number): BookGame | null {
  const found = line.byI(id) ?? line.byRetiredI(id)
  return found && !isOver(found.game) && found.game.type === 'match' && found.game.liveCoverage ? found.game : null
}

function eventName(ctx: Ctx, event: number): string {
  const name = Object.entries(EVENTS).find(([, id]) => id === event)?.[0]
  return ctx.text(`subscriptions:event_${name}`)
}

function optionRoutes(app: FastifyInstance, deps: SubscriptionDeps): void {
  route(app, contract.subsOptionsViews, (ctx) => ({
    periods: Object.entries(PERIODS).map(([name, period]) => ({ period, name: ctx.text(`subscriptions:period_${name}`) })),
    events: Object.values(EVENTS).map((event) => ({ event, name: eventName(ctx, event) })),
  }))
  route(app, contract.subsOptionsForGame, (_ctx, { query }) => {
    const game = gameOf(deps, query.constId)
    if (!game) return { sport: 0, options: [] }
    const byPeriod = Map.groupBy(optionsOf(game.sportId), ({ period }) => period)
    return { sport: game.sportId, options: [...byPeriod].map(([period, list]) => ({ period, events: list.map(({ event }) => event) })) }
  })
  route(app, contract.eventTypesByGameId, (ctx, { query }) => {
    if (query.gameId === undefined) return parameterRequired('gameId')
    const game = gameOf(deps, query.gameId)
    return (game ? optionsOf(game.sportId) : []).map(({ event, period }) => ({
      Id: event,
      Name: eventName(ctx, event),
      PeriodId: period,
    }))
  })
}

function choiceRoutes(app: FastifyInstance, deps: SubscriptionDeps, watch: Watch, teller: Teller): void {
  const { db, clock } = deps
  const known: ReadonlySet<number> = new Set(Object.values(CHANNELS))
  const isChannel = (channel: number): boolean => known.has(channel)
  route(app, contract.gameSubscription, async (ctx, { body }) => {
    const game = gameOf(deps, body.gameId)
    if (!game) return unknownGame()
    const chosen = await selectOptionalSubscription(db, me(ctx), game.ci)
    return {
      GameId: game.parts.get('full')?.i ?? body.gameId,
      Events: optionsOf(game.sportId).map((option) => ({
        Id: option.event,
        PeriodId: option.period,
        IsOn: chosen?.options.includes(optionCode(option)) ?? false,
      })),
      Channels: chosen?.channels ?? [CHANNELS.site],
    }
  })
  route(app, contract.saveSubscription, async (ctx, { body }) => {
    const game = gameOf(deps, body.game_id)
    if (!game) return unknownGame()
    const saved = { game_id: body.game_id, saved: true }
    const options = chosenOptions(game, body.events)
    // Nothing is what ends it; what nobody knows changes nothing.
    if (options.length === 0 && body.events.length > 0) return { ...saved, saved: false }
    if (options.length === 0) {
      await deleteSubscription(db, me(ctx), game.ci)
      return saved
    }
    const channels = [...new Set(body.channels.filter(isChannel))]
    if (channels.includes(CHANNELS.mail) && !(await deps.letters.reach(me(ctx))))
      return problem('subscriptions.no_letters', { wire: NO_LETTERS, field: 'channels' })
    const choice = {
      playerId: me(ctx),
      ci: game.ci,
      options,
      channels: channels.length ? channels : [CHANNELS.site],
      at: new Date(clock.now()),
    }
    const done = await inTx(db, (tx) => upsertSubscription(tx, choice))
    if (!done) return problem('subscriptions.too_many', { wire: LIST_FULL, params: { most: MAX_GAMES } })
    watch.add(game.ci)
    return saved
  })
  route(app, contract.notices, async (ctx, { body }) => {
    const lng = body.lng ?? ctx.lng
    return (await listNotices(db, me(ctx), LATEST)).map((event) => teller.notice(event, lng))
  })
}

function unknownGame(): Problem {
  return problem('subscriptions.unknown_game', { wire: UNKNOWN_GAME })
}

/** Only what the game offers, each once. */
function chosenOptions(game: BookGame, events: readonly { id: number; period_id: number }[]): number[] {
  const asked = new Set(events.map(({ id, period_id }) => optionCode({ event: id, period: period_id } satisfies Option)))
  return optionsOf(game.sportId)
    .map(optionCode)
    .filter((code) => asked.has(code))
}

function pushRoutes(app: FastifyInstance, { db, clock }: SubscriptionDeps, publicKey: string): void {
  route(app, contract.pushKey, () => ({ key: publicKey }))
  route(app, contract.pushSave, async (ctx, { body }) => {
    const { endpoint, keys } = body
    if (!isPushEndpoint(endpoint)) return problem('subscriptions.bad_endpoint', { wire: BAD_ENDPOINT, field: 'endpoint' })
    if (!isPushKey(keys)) return problem('subscriptions.bad_endpoint', { wire: BAD_ENDPOINT, field: 'keys' })
    const given = { playerId: me(ctx), sessionId: ctx.session?.id ?? null, endpoint, ...keys, language: ctx.lng }
    await inTx(db, (tx) => upsertEndpoint(tx, given, new Date(clock.now())))
    return { saved: true as const }
  })
  route(app, contract.pushTopics, async (ctx, { body }) => {
    if (body.topics) await upsertTopics(db, me(ctx), body.topics, new Date(clock.now()))
    const [topics, ends] = await Promise.all([selectTopics(db, me(ctx)), listEndpoints(db, [me(ctx)])])
    return { topics: topics as contract.PushTopic[], browsers: ends.length }
  })
  route(app, contract.pushRemove, async (ctx, { body }) => ({ removed: await deleteEndpoint(db, body.endpoint, me(ctx)) }))
}
