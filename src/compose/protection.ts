/** Protection of players in one process: the gate of calls, and changes told to every open page and process. */
import type { AuthDeps } from '#modules/auth/server/index.ts'
import { createAcceptedTerms, readNationalNumber, type DisallowedSports } from '#modules/account/server/index.ts'
import { blockOf, type Identity } from '#modules/identity/server/index.ts'
import { lineProductOf } from '#modules/line/rules/left-out.ts'
import { allSports } from '#modules/line/rules/sport-info.ts'
import { createProtection, type Protection, type RegisterPort } from '#modules/protection/server/index.ts'
import type { Http } from '#platform/server/http.ts'
import { repeat } from '#platform/server/repeat.ts'
import type { Problem } from '#platform/shared/problem.ts'
import type { Betting } from './betting.ts'
import { createClosedPages } from './closed-pages.ts'

const CHANGED = 'protection.changed'
/** An open page follows the end of a break as soon as its beginning. */
const LOOK_MS = 1_000

const VIRTUAL_SPORTS = [...allSports()].filter(({ virtual }) => virtual).map(({ id }) => id)

const stakes = new WeakMap<readonly string[], boolean>()
/** Whether a call stakes money; its paths are one list for its life. */
function isPlay(paths: readonly string[]): boolean {
  const known = stakes.get(paths)
  if (known !== undefined) return known
  const found = paths.some((path) => blockOf(path) === 'play')
  stakes.set(paths, found)
  return found
}

/** What lists leave out for this player. */
export function closedProducts(protection: Pick<Protection, 'closedProducts'>, playerId: number) {
  const products = protection.closedProducts(playerId)
  return { products, sports: products.includes('virtual') ? VIRTUAL_SPORTS : [] }
}

export async function composeProtection(deps: {
  http: Http
  auth: AuthDeps
  betting: Betting
  identity: Pick<Identity, 'refusal'>
  /** Sports that players have closed for themselves, beside whole products. */
  sports: DisallowedSports
  register: RegisterPort | null
}): Promise<Protection> {
  const { http, auth, betting, identity, sports, register } = deps
  const { bus, log } = betting.news
  const { me } = betting.bets
  const pages = createClosedPages({
    valueOf: (playerId) => protection.valueOf(playerId),
    say: (playerId, value) => me.tell(playerId, { protection: value }),
  })
  const protection = createProtection({
    auth,
    log,
    ledger: betting.ledger,
    limits: betting.limits,
    ...(register ? { register } : {}),
    nationalOf: (playerId) => readNationalNumber(auth, playerId),
    blockOf,
    identityRefusal: (config, paths, playerId) => identity.refusal(config, paths, playerId),
    onChanged(playerId) {
      pages.tell(playerId)
      bus.broadcast(CHANGED, { playerId })
    },
  })
  bus.on(CHANGED, (payload) => {
    const { playerId } = payload as { playerId: number }
    Promise.all([protection.hear(playerId), betting.limits.refresh()])
      .then(() => pages.tell(playerId))
      .catch((error: unknown) => log.warn({ err: error }, 'a change of protection was not read'))
  })
  me.onListener((playerId, open) => {
    if (open) pages.tell(playerId)
    else pages.forget(playerId)
  })
  const stopLooking = repeat(
    LOOK_MS,
    () => pages.look(),
    (err) => log.warn({ err }, 'open pages were not told how accounts stand'),
  )
  const terms = createAcceptedTerms(auth.db)
  http.setAccountGate((spec, paths, playerId, ctx) => {
    const after = (refused: Problem | null) => refused ?? (isPlay(paths) ? terms.refusal(ctx.config, playerId) : null)
    const refused = protection.gate(spec, paths, playerId, ctx)
    return refused instanceof Promise ? refused.then(after) : after(refused)
  })
  const productOf = ({ sportId, championshipId }: { sportId: number; championshipId: number }) =>
    lineProductOf(sportId, betting.line.book.championships.get(championshipId)?.about?.section)
  betting.bets.useSports({
    productOf,
    isDisallowed(playerId, game) {
      const [live, product] = [game.kind === 1, productOf(game)]
      const virtual = product === 'virtual' || product === 'tvgames'
      return sports.isDisallowed(playerId, game.sportId, live) || protection.isProductClosed(playerId, { virtual, live })
    },
    barred: (playerId, sportId) => protection.flags.refusal(playerId, sportId),
  })
  protection.routes(http.app)
  await Promise.all([protection.load(), sports.load()])
  return {
    ...protection,
    async stop() {
      await Promise.all([stopLooking(), sports.stop(), protection.stop()])
    },
  }
}
