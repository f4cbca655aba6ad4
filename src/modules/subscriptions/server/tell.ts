/** Tells players what happened: a notice on the page at once, web push where the browser takes it. */
import { unixSeconds } from '#lib/time.ts'
import { gameAddress, type Line } from '#modules/line/server/index.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { claim, type Outbox } from '#platform/server/outbox.ts'
import type { Stream, TopicState } from '#platform/server/stream.ts'
import { CHANNELS } from '../rules/options.ts'
import type { ExcludedOf } from './letters.ts'
import { noticeText, type Text } from './notice-text.ts'
import type { PushQueue } from './push-queue.ts'
import type { PushMessage } from './push.ts'
import { insertNotices, listEndpoints, selectOptionalEvent, type GameEvent } from './store.ts'
import { TOPIC } from './watch.ts'

export interface Notice {
  id: number
  gameId?: number
  constId: number
  sportId: number
  kind?: number
  title: string
  text: string
  at: number
}

export interface News {
  eventId: string
  players: number[]
}

export interface TellDeps {
  db: Db
  line: Pick<Line, 'game'>
  stream: Pick<Stream, 'provide'>
  outbox: Pick<Outbox, 'subscribe'>
  text: Text
  pushes: Pick<PushQueue, 'add'>
  /** Other processes with open pages of these players. */
  tellOthers(news: News): void
  excludedOf: ExcludedOf
  log: { warn(details: object, message: string): void }
}

const PREFIX = 'notice'
const CONSUMER = 'game-notices'
/** Notices that stay on an open page's topic. */
const KEPT = 20

export interface Teller {
  notice(event: GameEvent, lng: string): Notice
  /** Shows an event on the open pages of these players in this process. */
  show(news: News): Promise<void>
  /** Of a letter: in the language of its reader, with the path of the page. */
  wordsOf(event: GameEvent): (lng: string) => { title: string; text: string; page: string }
  /** Everything that has been written is told: for tests, and for the stop. */
  settled(): Promise<void>
}

type NoticeOf = (event: GameEvent, lng: string) => Notice

function createNoticeOf({ line, text }: TellDeps): NoticeOf {
  return ({ id, ci, about, at }, lng) => {
    const game = line.game(ci)
    const gameId = game?.parts.get('full')?.i
    const place = game && gameId !== undefined ? { gameId, kind: game.kind } : {}
    return { id: Number(id), ...place, constId: ci, sportId: about.sportId, ...noticeText(about, lng, text), at: unixSeconds(at.getTime()) }
  }
}

function pageOf({ ci, about }: GameEvent, lng: string): string {
  if (!about.page) return `/${lng}/live`
  const called = `${nameIn(about.home, lng)} ${nameIn(about.away, lng)}`
  return `/${lng}${gameAddress({ ...about.page, sportId: about.sportId, ci, called }, lng)}`
}

export function createTeller(deps: TellDeps): Teller {
  const { db, stream, outbox } = deps
  const notice = createNoticeOf(deps)
  const open = new Map<number, { topic: TopicState; keys: string[] }>()
  const playerOf = (name: string): number => Number(/^notice:(\d{1,10})$/.exec(name)?.[1] ?? Number.NaN)

  function pushOf(event: GameEvent, lng: string): PushMessage {
    const { title, text, constId } = notice(event, lng)
    return { title, text, url: pageOf(event, lng), tag: `game-${constId}` }
  }

  stream.provide(PREFIX, {
    open(topic, name) {
      const playerId = playerOf(name)
      if (!Number.isInteger(playerId)) return false
      open.set(playerId, { topic, keys: [] })
      return true
    },
    close: (name) => void open.delete(playerOf(name)),
    authorize: (name, visitor) => visitor.playerId !== null && visitor.playerId === playerOf(name),
  })

  async function show({ eventId, players }: News): Promise<void> {
    const here = players.filter((player) => open.has(player))
    if (here.length === 0) return
    const event = await selectOptionalEvent(db, BigInt(eventId))
    if (!event) return
    const languages = await languagesOf(db, here)
    for (const player of here) {
      const page = open.get(player)
      if (!page) continue
      const key = `n${eventId}`
      page.topic.set(key, notice(event, languages.get(player) ?? 'en'))
      // Under a key of its own, so that a page need not know what may come.
      page.topic.set('last', Number(eventId))
      page.keys.push(key)
      if (page.keys.length > KEPT) page.topic.delete(page.keys.shift()!)
      page.topic.commit()
    }
  }

  /** What a process that ends meanwhile has not told stays in the list of notices; a push would have been late news after a restart. */
  async function tell(event: GameEvent, followers: readonly Follower[]): Promise<void> {
    const news = { eventId: String(event.id), players: idsOf(followers, CHANNELS.site) }
    deps.tellOthers(news)
    await show(news)
    for (const to of await listEndpoints(db, idsOf(followers, CHANNELS.push))) deps.pushes.add(to, () => pushOf(event, to.language))
  }

  let telling: Promise<void> = Promise.resolve()
  // The relay of all events waits for the handler, so that it only writes.
  outbox.subscribe(TOPIC, async ({ id, payload }) => {
    const { eventId } = payload as { eventId: string }
    const event = await selectOptionalEvent(db, BigInt(eventId))
    if (!event) return
    const told = await inTx(db, async (tx) => {
      if (!(await claim(tx, CONSUMER, id))) return []
      const followers = await insertNotices(tx, event)
      const excluded = await deps.excludedOf(tx, idsOf(followers))
      return followers.filter(({ playerId }) => !excluded.has(playerId))
    })
    if (told.length > 0) telling = telling.then(() => tell(event, told)).catch((err: unknown) => deps.log.warn({ err }, 'notices not told'))
  })

  const wordsOf = (event: GameEvent) => (lng: string) => ({ ...notice(event, lng), page: pageOf(event, lng) })
  return { notice, show, wordsOf, settled: () => telling }
}

interface Follower {
  playerId: number
  channels: readonly number[]
}

/** On any channel when none is named. */
function idsOf(followers: readonly Follower[], channel?: number): number[] {
  return followers.filter(({ channels }) => channel === undefined || channels.includes(channel)).map(({ playerId }) => playerId)
}

async function languagesOf(db: Db, players: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('player').select(['id', 'language']).where('id', 'in', players).execute()
  return new Map(rows.map(({ id, language }) => [id, language]))
}
