/** The journal of one process: everybody reads receipts, the role worker writes. */
import type { FastifyInstance } from 'fastify'
import { listGames, outcomeKey } from '#modules/bets/server/index.ts'
import { isPowerBet } from '#modules/cashout/server/index.ts'
import { outcomeNameOfGroup } from '#modules/coupon/server/index.ts'
import {
  createJournal,
  loadJournalKey,
  refuseOtherJournalKey,
  type Journal,
  type JournalKey,
  type BetNames,
} from '#modules/journal/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Texts } from '#platform/server/texts.ts'

export interface RunningJournal extends Journal {
  stop(): Promise<void>
}

/** Before anything runs that would have to be stopped, and would say so, where the key cannot be read. */
export function readJournalKey({ home, journalKey }: Env): JournalKey {
  return loadJournalKey({ home, given: journalKey })
}

export async function composeJournal(deps: {
  env: Env
  key: JournalKey
  app: FastifyInstance
  db: Db
  clock: Clock
  log: Logger
  texts: Texts
}): Promise<RunningJournal> {
  const { env, key, app, db, clock, log, texts } = deps
  await refuseOtherJournalKey(db, key, { chosen: env.journalKey !== null, now: clock.now() })
  const journal = await createJournal({ db, clock, log, texts, key, home: env.home, namesOf: betNames(db) })
  if (env.roles.includes('api')) journal.routes(app)
  const stop = env.roles.includes('worker') ? journal.start() : async () => {}
  return { ...journal, stop }
}

interface SeenLeg {
  ci: number
  t: number
  p: number
  g: number
  pl: number
}

/** Names as the histories have them: of the game when it was bet on, of the outcome by its numbers. */
function betNames(db: Db): BetNames {
  return async (ctx, betId) => {
    const isPower = await isPowerBet(db, betId)
    const row = await db.selectFrom('bet_receipt').select('receipt').where('bet_id', '=', betId).executeTakeFirst()
    const legs = (row?.receipt as { legs?: SeenLeg[] } | undefined)?.legs ?? []
    const games = await listGames(
      db,
      legs.map(({ ci }) => ci),
    )
    const named = legs.map((leg) => {
      const names = games.get(leg.ci)?.names
      const known = names?.[ctx.lng] ?? names?.['en'] ?? Object.values(names ?? {})[0]
      const sides: [string, string] = [known?.opp1 ?? '', known?.opp2 ?? '']
      const kept = leg.pl > 0 ? games.get(leg.ci)?.outcomes?.[outcomeKey(leg)] : undefined
      const own = kept?.[ctx.lng] ?? kept?.['en']
      const outcome = own?.outcome ? own : outcomeNameOfGroup(leg.g, leg.t, { sides, p: leg.p, player: '' }, ctx.lng)
      return {
        game: sides.filter(Boolean).join(' – '),
        outcome: `${outcome.group}: ${outcome.outcome}`,
        championship: known?.championship ?? '',
      }
    })
    return { legs: named, isPower }
  }
}
