/** A small server for the crash test: acceptor, ledger and settlement as the product composes them, over http. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAcceptor } from '#modules/bets/server/acceptor.ts'
import { createLedger, systemAccountId } from '#modules/ledger/server/index.ts'
import { createSettlement } from '#modules/settlement/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { createDb, inTx, rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { isProblem } from '#platform/shared/problem.ts'

interface BetOp {
  guid: string
  accountId: number
  stakeMinor: string
  ci: number
  t: number
  price: number
}
interface DepositOp {
  key: string
  accountId: number
  amountMinor: string
}
interface SettleOp {
  key: string
  ci: number
  winner: 1 | 2 | 3
  sentAt: number
}

const clock = systemClock()
const log = createLog('warn', false)
const db = createDb(process.env['DATABASE_URL']!, { max: 12 })
const ledger = await createLedger({ db, clock, node: 1 })
const acceptor = createAcceptor(rawPool(db), clock)
const settlement = createSettlement({ db, clock, log, chunkLegs: 40 })
const CURRENCY = 1

async function bet(op: BetOp): Promise<string> {
  const betId = ledger.ids.next()
  const outcome = await acceptor.accept({
    betId,
    playerId: op.accountId,
    accountId: op.accountId,
    currencyId: CURRENCY,
    guid: op.guid,
    bodyHash: op.guid.replaceAll('-', ''),
    vid: 0,
    stakeMinor: BigInt(op.stakeMinor),
    price: String(op.price / 1000),
    maxPayoutMinor: null,
    receipt: '{}',
    legs: [{ ci: op.ci, t: op.t, p: 0, playerId: 0, kind: 3, price: op.price }],
  })
  if (outcome.kind === 'accepted' || (outcome.kind === 'repeated' && outcome.outcome === 0)) return String(outcome.betId)
  throw new Error(`the bet was refused: ${outcome.kind}`)
}

async function deposit(op: DepositOp): Promise<string> {
  const amountMinor = BigInt(op.amountMinor)
  const posted = await inTx(db, async (tx) => {
    const result = await ledger.post(tx, {
      kind: 'deposit',
      txId: ledger.ids.next(),
      key: op.key,
      at: new Date(clock.now()),
      entries: [
        { accountId: op.accountId, currencyId: CURRENCY, amountMinor },
        { accountId: systemAccountId('cashier', CURRENCY), currencyId: CURRENCY, amountMinor: -amountMinor },
      ],
    })
    if (isProblem(result)) throw new Error('the deposit was refused')
    return result
  })
  return String(posted.txId)
}

async function settle(op: SettleOp): Promise<string> {
  const results = ([1, 2, 3] as const).map((t) => ({ outcome: String(t), won: t === op.winner ? (1 as const) : (0 as const) }))
  const game = String(op.ci)
  const markets = [{ id: { game, part: 'full', key: 'result_1x2', spec: '' }, results }]
  await settlement.apply([
    {
      fact: {
        provider: 'world',
        producer: 'crash',
        key: op.key,
        sentAt: op.sentAt,
        receivedAt: clock.now(),
        t: 'settle',
        game,
        certainty: 'confirmed',
        markets,
      },
      parts: { full: op.ci },
    },
  ])
  return op.key
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) text += String(part)
  return JSON.parse(text)
}

const handlers: Record<string, (op: never) => Promise<string>> = { '/bet': bet, '/deposit': deposit, '/settle': settle }

const server = createServer((request, response) => {
  void (async () => {
    const handler = handlers[request.url ?? '']
    if (!handler) return void response.writeHead(404).end()
    try {
      response.end(JSON.stringify({ id: await handler((await bodyOf(request)) as never) }))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })()
})

await settlement.resume()
// As the product's settler looks: a cut connection leaves a run in the middle.
setInterval(() => void settlement.resume().catch(() => {}), 500)
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`))
