/** Tells players what happened: a notice on the page at once, web push where the browser takes it, a letter to whom wants one. */
import { unixSeconds } from '#lib/time.ts'
import { pageLink, type Line } from '#modules/line/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { claim, type Outbox } from '#platform/server/outbox.ts'
import type { Stream, TopicState } from '#platform/server/stream.ts'
import { CHANNELS } from '../rules/options.ts'
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

/** Letters of the house: who can be written to is judged outside. */
export interface LettersPort {
  /** Whether letters reach this player now: an address that he has confirmed, and nothing that keeps the house silent. */
  reach(playerId: number): Promise<boolean>
  /** Writes it in the transaction of its cause; words and page (a path) are asked in the player's language. */
  send(tx: Tx, playerId: number, words: (lng: string) => { title: string; text: string; page: string }): Promise<void>
}

export interface TellDeps {
  db: Db
  line: Pick<Line, 'game' | 'answers'>
  stream: Pick<Stream, 'provide'>
  outbox: Pick<Outbox, 'subscribe'>
  text: Text
  pushes: Pick<PushQueue, 'add'>
  /** Other processes with open pages of these players. */
  tellOthers(news: News): void
  letters: LettersPort
  /** A break or an exclusion that is not over: nothing calls him back to play, on any channel (RG-12). */
  isExcluded(tx: Tx, playerId: number): Promise<boolean>
}

const PREFIX = 'notice'
const CONSUMER = 'game-notices'
/** Notices that stay on an open page's topic. */
const KEPT = 20

export interface Teller {
  notice(event: GameEvent, lng: string): Notice
  /** Shows an event on the open pages of these players in this process. */
  show(news: News): Promise<void>
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

const pageOf = (line: TellDeps['line'], ci: number, lng: string) => `/${lng}${pageLink(line.answers, ci, lng)?.U ?? '/live'}`

export function createTeller(deps: TellDeps): Teller {
  const { db, stream, outbox } = deps
  const notice = createNoticeOf(deps)
  const open = new Map<number, { topic: TopicState; keys: string[] }>()
  const playerOf = (name: string): number => Number(/^notice:(\d{1,10})$/.exec(name)?.[1] ?? Number.NaN)

  function pushOf(event: GameEvent, lng: string): PushMessage {
    const { title, text, constId } = notice(event, lng)
    return { title, text, url: pageOf(deps.line, constId, lng), tag: `game-${constId}` }
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

  async function whoPlay<Follower extends { playerId: number }>(tx: Tx, followers: readonly Follower[]): Promise<Follower[]> {
    const playing: Follower[] = []
    for (const follower of followers) if (!(await deps.isExcluded(tx, follower.playerId))) playing.push(follower)
    return playing
  }

  outbox.subscribe(TOPIC, async ({ id, payload }) => {
    const { eventId } = payload as { eventId: string }
    const told = await inTx(db, async (tx) => {
      if (!(await claim(tx, CONSUMER, id))) return null
      const event = await selectOptionalEvent(tx, BigInt(eventId))
      if (!event) return null
      const followers = await whoPlay(tx, await insertNotices(tx, event))
      for (const { playerId, channels } of followers)
        if (channels.includes(CHANNELS.mail))
          await deps.letters.send(tx, playerId, (lng) => ({ ...notice(event, lng), page: pageOf(deps.line, event.ci, lng) }))
      return { event, followers }
    })
    if (!told || told.followers.length === 0) return
    const { event, followers } = told
    const news = { eventId, players: followers.filter(({ channels }) => channels.includes(CHANNELS.site)).map(({ playerId }) => playerId) }
    deps.tellOthers(news)
    await show(news)
    const endpoints = await listEndpoints(
      db,
      followers.filter(({ channels }) => channels.includes(CHANNELS.push)).map(({ playerId }) => playerId),
    )
    for (const to of endpoints) deps.pushes.add(to, () => pushOf(event, to.language))
  })

  return { notice, show }
}

async function languagesOf(db: Db, players: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('player').select(['id', 'language']).where('id', 'in', players).execute()
  return new Map(rows.map(({ id, language }) => [id, language]))
}
