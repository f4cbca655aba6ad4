/** Web push about a player's own bets and money, to whom has chosen to hear of them (XT-71). */
import type { Db } from '#platform/server/db.ts'
import type { PushTopic } from '../contract.ts'
import type { PushQueue } from './push-queue.ts'
import type { PushMessage } from './push.ts'
import { listEndpoints, listWanting } from './store.ts'

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

/** Nobody waits for what a push service does with it. */
export async function pushNews(db: Db, pushes: Pick<PushQueue, 'add'>, news: readonly PersonalNews[]): Promise<void> {
  for (const [topic, list] of Map.groupBy(news, (one) => one.topic)) {
    const players = [...new Set(list.map(({ playerId }) => playerId))]
    const wanting = topic === 'agreed' ? players : await listWanting(db, players, topic)
    const ends = Map.groupBy(await listEndpoints(db, wanting), (end) => end.playerId)
    for (const one of list) for (const to of ends.get(one.playerId) ?? []) pushes.add(to, () => messageOf(one, to.language))
  }
}

function messageOf({ words, page, tag }: PersonalNews, lng: string): PushMessage {
  const { title, text } = words(lng)
  return { title, text, url: `/${lng}${page}`, tag }
}
