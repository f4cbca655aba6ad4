/**
 * The server of bench/bets-http.ts in a process of its own, as the product composes it: brands, sessions and
 * tokens of the database, the guard of money, limits, the book, the acceptor.
 *
 *   node bench/bets-http-server.ts DATABASE_URL LIABILITY_EUR
 */
import { resolve } from 'node:path'
import { createAuth, createMessenger, temporaryKeys } from '#modules/auth/server/index.ts'
import { createBets, registerBets } from '#modules/bets/server/index.ts'
import { loadBrands } from '#modules/brand/server/index.ts'
import { createBookReader, registerCoupon } from '#modules/coupon/server/index.ts'
import { createLedger } from '#modules/ledger/server/index.ts'
import { createLimits, stoppedLine } from '#modules/limits/server/index.ts'
import { allMarketTypes } from '#modules/line/rules/market-book.ts'
import { footballMarkets, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { createDb } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { GAMES } from './bets-http-data.ts'
import { answer } from './support/child.ts'

const root = resolve(import.meta.dirname, '..')
const [url = '', liabilityEur = '5000'] = process.argv.slice(2)

const clock = systemClock()
const db = createDb(url, { max: 14 })
const texts = loadTexts(resolve(root, 'locales'))
const brands = loadBrands(resolve(root, 'brands'), 'production')
for (const brand of brands.list()) brand.config.betting.limits.liabilityEur = liabilityEur
const log = createLog('error', false)
const http = await createHttp({ log, clock, texts, visitOf: (request) => brands.visitOf(request) })

const keys = await temporaryKeys()
const messenger = createMessenger({
  db,
  clock,
  texts,
  inbox: true,
  smtpUrl: null,
  senderOf: () => ({ name: 'Polosa', address: 'no-reply@polosa.example' }),
})
const auth = createAuth({ db, clock, keys, texts, messenger })
http.setAuthenticator(auth.authenticate)

const line = createLine({ clock, texts })
for (let n = 0; n < GAMES; n += 1) {
  const game = sampleGame({ n, startsAt: clock.now() + 86_400_000 })
  line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: game.ref, markets: footballMarkets() }, game.ci)])
}
const ledger = await createLedger({ db, clock })
const groups = new Map([...allMarketTypes()].flatMap(({ g, outcomes }) => outcomes.map(({ t }) => [t, g] as const)))
const limits = createLimits(db, clock, { groupOf: (t) => groups.get(t) ?? t })
await limits.load()
const reader = stoppedLine(createBookReader({ ...line, text: texts.text }), limits.stops, () => 'world')
const bets = createBets({
  db,
  clock,
  line: reader,
  ledger,
  limits,
  stream: { provide() {} },
  requireMoneySession: (ctx) => auth.requireMoneySession(ctx),
})
registerCoupon({ app: http.app, db, line: reader, ledger, limits })
registerBets(http.app, bets)
await http.app.listen({ port: 0, host: '127.0.0.1' })

answer({
  port: () => ({ port: (http.app.server.address() as { port: number }).port }),
  async stop() {
    await http.app.close()
    await bets.close()
    await limits.stop()
    await db.destroy()
    setTimeout(() => process.exit(0), 50)
    return {}
  },
})
