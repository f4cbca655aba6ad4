/** Web push about a player's own bets and money, to whom has chosen to hear of them (XT-71). */
import type { Db } from '#platform/server/db.ts'
import type { PushTopic } from '../contract.ts'
import type { PushEnd, SendPush } from './push.ts'
import { deleteEndpoint, listEndpoints, listWanting, type PushEndpoint } from './store.ts'

export interface PersonalNews {
  playerId: number
  /** `agreed`: who sends it has asked whether the player agrees. */
  topic: PushTopic | 'agreed'
  /** A later word on the same takes the place of the earlier one. */
  tag: string
  /** Page without the language. */
  page: string
  words(lng: string): { title: string; text: string }
}

const AT_ONCE = 10

/** Answers to how many browsers it was sent; those that have withdrawn are forgotten. */
export async function pushNews(db: Db, send: SendPush, news: readonly PersonalNews[]): Promise<number> {
  const jobs: { to: PushEndpoint; one: PersonalNews }[] = []
  for (const [topic, list] of Map.groupBy(news, (one) => one.topic)) {
    const players = [...new Set(list.map(({ playerId }) => playerId))]
    const wanting = topic === 'agreed' ? players : await listWanting(db, players, topic)
    const ends = Map.groupBy(await listEndpoints(db, wanting), (end) => end.playerId)
    for (const one of list) for (const to of ends.get(one.playerId) ?? []) jobs.push({ to, one })
  }
  let sent = 0
  for (let at = 0; at < jobs.length; at += AT_ONCE) {
    const chunk = jobs.slice(at, at + AT_ONCE)
    const ends = await Promise.all(chunk.map(({ to, one }) => sendOne(send, to, one)))
    for (const [i, end] of ends.entries()) {
      if (end === 'sent') sent += 1
      else if (end === 'gone') await deleteEndpoint(db, chunk[i]!.to.endpoint)
    }
  }
  return sent
}

/** What a push service could not take now is tried once more. */
async function sendOne(send: SendPush, to: PushEndpoint, one: PersonalNews): Promise<PushEnd> {
  const { title, text } = one.words(to.language)
  const message = { title, text, url: `/${to.language}${one.page}`, tag: one.tag }
  const end = await send(to, message)
  return end === 'later' ? send(to, message) : end
}
