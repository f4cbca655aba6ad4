import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { EnvError, type FeedName } from '#platform/server/env.ts'
import { btcpayOf } from './real-money.ts'

const dir = mkdtempSync(join(tmpdir(), 'polosa-cashier-'))
const file = join(dir, 'btcpay.json')
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const STORE = {
  url: 'https://pay.example',
  store: 'store1',
  apiKey: 'k'.repeat(20),
  webhookSecret: 's'.repeat(20),
  returnUrl: 'https://polosa.example',
  methods: { BTC: 'BTC-CHAIN' },
}

function cashier(feeds: FeedName[], more: object = {}) {
  writeFileSync(file, JSON.stringify({ ...STORE, ...more }))
  return btcpayOf({ btcpayFile: file, feeds })
}

it.each<[FeedName[], string]>([
  [['replay'], 'FEED=replay'],
  [['world'], 'FEED=world'],
  [['uof', 'world', 'replay'], 'FEED=world,replay'],
])('real money on games of %s is refused, and what to do is said', (feeds, named) => {
  let said: unknown
  try {
    cashier(feeds)
  } catch (error) {
    said = error
  }
  expect(said).toBeInstanceOf(EnvError)
  const { message } = said as EnvError
  expect(message).toContain(`PAYMENTS_BTCPAY takes real money, and ${named} shows games that nobody plays`)
  expect(message).toContain('"testNetwork": true')
  expect(message).not.toMatch(/\n|kkkk|ssss/)
})

it('a feed of real games takes real money, and coins of a test network may be tried on any', () => {
  expect(cashier(['uof'])).toMatchObject({ url: STORE.url })
  expect(cashier(['replay'], { testNetwork: true })).toMatchObject({ url: STORE.url })
  expect(btcpayOf({ btcpayFile: null, feeds: ['world'] })).toBeNull()
})
