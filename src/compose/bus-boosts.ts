/**
 * Boosted prices in every process: one that changes them tells the others, which also look by themselves, and open pages see
 * them on the topic `boosts`.
 */
import type { Line } from '#modules/line/server/index.ts'
import type { Boosts } from '#modules/promo/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Logger } from '#platform/server/log.ts'
import { repeat } from '#platform/server/repeat.ts'
import { SECOND } from '#lib/time.ts'
import type { Stream } from '#platform/server/stream.ts'

const CHANGED = 'promo.boosts'
const TOPIC = 'boosts'
/** The backstop for a lost hint: a boost that was ended is sold so long at most. */
const LOOK_MS = 10 * SECOND

interface Parts {
  boosts: Boosts
  bus: Bus
  stream: Pick<Stream, 'topic'>
  line: Pick<Line, 'byCi'>
  log: Pick<Logger, 'warn'>
}

/** Keys of the topic are those of selections (`I:T:P·10 000:player`), values [permille, largest stake in euro cents]. */
export interface SharedBoosts extends Boosts {
  /** As the topic has them; null = none. */
  shown(): Readonly<Record<string, readonly [number, number]>> | null
  stop(): Promise<void>
}

export function shareBoosts({ boosts, bus, stream, line, log }: Parts): SharedBoosts {
  const topic = stream.topic(TOPIC)
  let shown = new Set<string>()
  let onPages: Readonly<Record<string, readonly [number, number]>> | null = null

  function show(): void {
    const now = new Map(
      boosts.list().flatMap(({ ci, t, p, playerId, permille, maxStakeCents }): [string, readonly [number, number]][] => {
        const part = line.byCi(ci)?.part
        return part ? [[`${part.i}:${t}:${p}:${playerId}`, [permille, Number(maxStakeCents)]]] : []
      }),
    )
    for (const key of shown) if (!now.has(key)) topic.delete(key)
    for (const [key, value] of now) topic.set(key, value)
    shown = new Set(now.keys())
    onPages = now.size > 0 ? Object.fromEntries(now) : null
    topic.commit()
  }

  const notRead = (error: unknown) => log.warn({ err: error }, 'boosted prices not read, tried again')
  boosts.onChanged(show)
  const look = () => {
    // They end by themselves, and games get their numbers only when the line is there.
    show()
    return boosts.refresh()
  }
  const stop = repeat(LOOK_MS, look, notRead)
  bus.on(CHANGED, () => void boosts.refresh().catch(notRead))
  return {
    ...boosts,
    shown: () => onPages,
    stop,
    async set(boost, by) {
      await boosts.set(boost, by)
      bus.broadcast(CHANGED, {})
    },
  }
}
