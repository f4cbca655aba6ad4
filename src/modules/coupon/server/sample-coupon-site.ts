/** The calls of the coupon on a real HTTP server and a real line, without a database. Nothing of the running product imports this. */
import { readFileSync } from 'node:fs'
import { must } from '#lib/assert.ts'
import { siteConfigSchema } from '#modules/brand/contract/config.ts'
import { currencyByCode, type Ledger } from '#modules/ledger/server/index.ts'
import { createLimits } from '#modules/limits/server/index.ts'
import { createLine, type Line } from '#modules/line/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { createHttp, type Identity } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { createBookReader, createJoint, registerCoupon, type CouponModule, type RegisterCoupon } from './index.ts'

const root = new URL('../../../../', import.meta.url).pathname
const NOBODY: Identity = { session: null, bearer: null, extended: null, cookieToken: null, badToken: false, blocked: false }

export interface CouponSite {
  line: Line
  coupon: CouponModule
  config: SiteConfig
  /** Country of the visits from now on. */
  visitFrom(country: string): void
  close(): Promise<unknown>
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every call
  post(path: string, body: unknown, player?: number): Promise<any>
}

/** Players are the numbers of their tokens and have an account of 50 euro. */
export async function couponSite(clock: { now(): number }, more: Partial<RegisterCoupon> = {}): Promise<CouponSite> {
  const file = JSON.parse(readFileSync(`${root}brands/polosa/config.json`, 'utf8')) as { config: unknown }
  const config = siteConfigSchema.parse(file.config) as SiteConfig
  const texts = loadTexts(`${root}locales`)
  const text = (lng: string, key: string, params?: Record<string, string | number>): string => texts.text(lng, key, params)
  let country = 'KZ'
  const http = await createHttp({
    log: createLog('silent', false),
    clock: clock as never,
    texts,
    visitOf: () => ({ config, brand: 'polosa', lng: 'en', country, countryId: 85, partner: 1, group: 1, cfView: 0 }),
  })
  http.setAuthenticator(async ({ headers }) => {
    const id = Number(/^Bearer (\d+)$/.exec(headers.authorization ?? '')?.[1])
    return { ...NOBODY, bearer: id ? { id, brand: 'polosa' } : null }
  })
  const line = createLine({ clock: clock as never, texts })
  const reader = createBookReader({ ...line, text })
  const currency = must(currencyByCode('EUR'), 'euro')
  const ledger = { balance: async (playerId: number) => [{ id: playerId, currency, balanceMinor: 5000n }] } as unknown as Ledger
  // Memory only: nothing is loaded and nothing is written.
  const limits = createLimits({} as Db, clock as never)
  const coupon = registerCoupon({
    app: http.app,
    db: {} as Db,
    line: reader,
    ledger,
    limits,
    joint: createJoint({ line, reader, clock: clock as never, text }),
    book: line,
    ...more,
  })
  await http.app.ready()
  return {
    line,
    coupon,
    config,
    visitFrom: (next) => void (country = next),
    close: () => http.app.close(),
    async post(path, body, player) {
      const reply = await http.app.inject({
        method: 'POST',
        url: path,
        payload: body as object,
        headers: { 'x-requested-with': 'XMLHttpRequest', ...(player ? { authorization: `Bearer ${player}` } : {}) },
      })
      return reply.json()
    },
  }
}
