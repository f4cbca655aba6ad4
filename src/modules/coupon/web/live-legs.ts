import { useEffect, useSyncExternalStore } from 'react'
import { boostKey, BOOSTS, type BoostEntry } from '#platform/web/boosts.ts'
import { liveKey, liveStore } from '#platform/web/live-store.ts'
import { useTopics } from '#platform/web/stream-client.ts'
import {
  EMPTY_COUPON,
  legLiveKey,
  legTopic,
  seenLeg,
  type Coupon,
  type Leg,
  type LiveEntry,
  type LiveHead,
  type LiveScore,
} from '../rules/state/index.ts'
import type { CouponStore } from './coupon-store.ts'

const SEPARATOR = '|'

/** Which legs are watched: changes with the legs, not with their prices. */
function watched(coupon: Coupon): string {
  return coupon.legs
    .filter((leg) => leg.constId > 0)
    .map((leg) => leg.key)
    .join(SEPARATOR)
}

/** Prices, locks and scores of the coupon's legs, from the topics of their games. One flush is one change. */
export function useLiveLegs(store: CouponStore): void {
  const keys = useSyncExternalStore(
    store.listen,
    () => watched(store.get()),
    () => watched(EMPTY_COUPON),
  )
  const legs = store.get().legs.filter((leg) => leg.constId > 0)
  const topics = [BOOSTS, ...new Set(legs.map(legTopic))]
  useTopics(topics)
  useEffect(() => {
    if (keys === '') return
    let pending = false
    const look = () => {
      pending = false
      const seen = store.get().legs.map(seenNow)
      store.dispatch({ do: 'seen', legs: seen })
    }
    const soon = () => {
      if (pending) return
      pending = true
      queueMicrotask(look)
    }
    const stops = store.get().legs.flatMap((leg) => {
      const topic = legTopic(leg)
      const names = ['h', 's', legLiveKey(leg, leg.gameId)].map((name) => liveKey(topic, name))
      return [...names, boostKey(leg.key)].map((key) => liveStore.subscribe(key)(soon))
    })
    soon()
    return () => {
      for (const stop of stops) stop()
    }
  }, [store, keys])
}

function seenNow(leg: Leg): Leg {
  const topic = legTopic(leg)
  const head = liveStore.get<LiveHead>(liveKey(topic, 'h'))
  if (!head) return leg
  const entry = liveStore.get<LiveEntry>(liveKey(topic, legLiveKey(leg, leg.gameId)))
  const boost = liveStore.get<BoostEntry>(boostKey(leg.key))
  return seenLeg(leg, { head, entry, score: liveStore.get<LiveScore>(liveKey(topic, 's')), boostPermille: boost?.[0] })
}
