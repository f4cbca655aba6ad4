/** Bets with friends of one process: every one takes them, the role worker ends what has come to its end. */
import { createGroups } from '#modules/groups/server/index.ts'
import { configAt, type CarriedDeps } from './orders.ts'

const CHANGED = 'groups.changed'

interface Changed {
  id: number
  players: readonly number[]
}

export interface RunningGroups {
  begin(isReady: () => boolean): void
  stop(): Promise<void>
}

export function composeGroups(deps: CarriedDeps): RunningGroups {
  const { app, db, clock, log, brands, betting, auth, carriesOut } = deps
  const { ledger, bets, reader, news } = betting
  // What it says is only that something changed: the page asks again.
  const tell = ({ id, players }: Changed) => {
    for (const playerId of players) bets.me.tell(playerId, { [`group:${id}`]: { at: clock.now() } })
  }
  const groups = createGroups({
    db,
    clock,
    log,
    line: reader,
    ledger,
    bets,
    configOf: configAt(brands),
    onChanged(id, players) {
      tell({ id, players })
      news.bus.broadcast(CHANGED, { id, players })
    },
  })
  news.bus.on(CHANGED, (payload) => tell(payload as Changed))
  groups.routes(app, (ctx) => auth.requireMoneySession(ctx))
  let end: (() => Promise<void>) | null = null
  return {
    begin(isReady) {
      if (carriesOut) end = groups.start(isReady)
    },
    stop: async () => end?.(),
  }
}
