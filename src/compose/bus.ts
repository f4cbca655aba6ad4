/** What several processes of one installation share over the bus. With a bus of one process all of it is nothing. */
import { localBus, natsBus, type Bus } from '#platform/server/bus.ts'
import type { AdjustableClock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Outbox } from '#platform/server/outbox.ts'
import type { Accounts } from './accounts.ts'
import type { Betting } from './betting.ts'
import { createFollower } from './bus-follower.ts'
import type { LineLink } from './bus-line.ts'
import { createPublisher } from './bus-publisher.ts'
import { CARD_OPENED, type RunningFeed } from './feed.ts'
import { holdFeedTurn, readInstallation, type Held, type HoldOptions } from './nodes.ts'

const SESSIONS_CLOSED = 'sessions.closed'
const PLAYERS = 'players.changed'
const CLOCK = 'clock'

export function serves(env: Env): boolean {
  return env.roles.includes('api') || env.roles.includes('site')
}

export async function openBus(env: Env & { databaseUrl: string }, log: Logger): Promise<Bus> {
  return env.natsUrl ? natsBus(env.natsUrl, await readInstallation(env.databaseUrl), log) : localBus()
}

export interface Shared {
  bus: Bus
  clock: AdjustableClock
  accounts: Accounts
  betting: Betting
  outbox: Outbox
  log: Logger
}

/** Closed sessions, players' balances and bets, and in development the clock reach every process. */
export function shareNews({ bus, clock, accounts, betting, outbox, log }: Shared): void {
  // An officer, the provider or the worker moved a sum while its player looks at another page. Only the worker relays the
  // outbox; pages are open in other processes as well.
  const moved = ({ payload }: { payload: unknown }) => {
    const { playerId } = payload as { playerId: number }
    tellPlayers(bus, [playerId])
    return betting.bets.refresh([playerId])
  }
  outbox.subscribe('payments.withdrawal', moved)
  outbox.subscribe('payments.deposit', moved)
  if (!bus.shared) return
  const { sessions } = accounts.auth.deps
  let hearing = false
  sessions.onClosed((ids, playerId) => {
    if (!hearing) bus.broadcast(SESSIONS_CLOSED, { ids, playerId })
  })
  bus.on(SESSIONS_CLOSED, (payload) => {
    const { ids, playerId } = payload as { ids: string[]; playerId: number }
    hearing = true
    try {
      sessions.forget(ids, playerId)
    } finally {
      hearing = false
    }
  })

  bus.on(PLAYERS, (payload) => {
    betting.bets.me.refresh(payload as number[]).catch((error: unknown) => log.warn({ err: error }, 'players not told'))
  })
  outbox.subscribe('settlement.settled', async ({ payload }) => tellPlayers(bus, (payload as { players?: number[] }).players ?? []))

  clock.onAdvance(() => bus.broadcast(CLOCK, { offsetMs: clock.offsetMs() }))
  bus.on(CLOCK, (payload) => {
    const ahead = (payload as { offsetMs: number }).offsetMs - clock.offsetMs()
    if (ahead > 0) clock.advance(ahead)
  })
}

/** Their balances or bets changed: other processes with an open page of theirs look again. */
export function tellPlayers(bus: Bus, playerIds: readonly number[]): void {
  if (playerIds.length) bus.broadcast(PLAYERS, playerIds)
}

export interface LinkDeps {
  env: Env
  bus: Bus
  db: Db
  clock: AdjustableClock
  log: Logger
  betting: Betting
  running: RunningFeed | null
  hold: HoldOptions
}

/** How this process comes by its line: it writes the feed, follows it, or needs none. */
export function linkLine(deps: LinkDeps): LineLink {
  const { env, bus, clock, log, betting, running } = deps
  if (running) return bus.shared ? writer(deps, running) : alone(deps, running)
  betting.line.onOpened((ci) => bus.broadcast(CARD_OPENED, ci))
  if (serves(env)) return createFollower({ bus, line: betting.line, clock, log })
  return { start: async () => {}, stop: async () => {}, ready: () => true, feedLagMs: () => 0 }
}

function alone({ betting: { line }, hold }: LinkDeps, { feed }: RunningFeed): LineLink {
  let stopped = false
  let turn: Held | null = null
  return {
    async start() {
      fillUntilWhole(line, feed)
      // Without a bus as well: two processes on one database must not both write what is in it.
      turn = await holdFeedTurn(hold, () => stopped)
      if (turn) await feed.start()
    },
    async stop() {
      stopped = true
      await feed.stop()
      await turn?.release()
    },
    ready: () => line.book.games.size > 0,
    feedLagMs: () => feed.feedLagMs(),
  }
}

function fillUntilWhole(line: Betting['line'], feed: RunningFeed['feed']): void {
  line.setFilling(true)
  void feed.whole.then(() => line.setFilling(false))
}

/** Waits for its turn in the background, so that a process that stands by answers /healthz meanwhile. */
function writer({ bus, db, clock, log, betting, hold }: LinkDeps, { feed }: RunningFeed): LineLink {
  const { line } = betting
  const publisher = createPublisher({ bus, db, line, clock, log, feedLagMs: () => feed.feedLagMs(), whole: feed.whole })
  let stopped = false
  let turn: Held | null = null
  let taking: Promise<void> | undefined

  async function takeOver(): Promise<void> {
    turn = await holdFeedTurn(hold, () => stopped)
    if (!turn || stopped) return
    await publisher.begin()
    await feed.start()
    void feed.ready.then(() => stopped || publisher.open())
  }

  return {
    async start() {
      fillUntilWhole(line, feed)
      taking = takeOver().catch((error: unknown) => {
        if (stopped) return
        log.fatal({ err: error }, 'the feed could not be started')
        hold.onLost()
      })
    },
    async stop() {
      stopped = true
      publisher.stop()
      await feed.stop()
      await taking
      await turn?.release()
    },
    ready: () => line.book.games.size > 0,
    feedLagMs: () => (line.book.games.size > 0 ? feed.feedLagMs() : 0),
  }
}
