/** The review list of XT-47: whatever keeps a player in front of something, and every second that he sees run down. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = resolve('src')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && /\bweb\b|^ui\//.test(path))
  .map((path) => ({ path, code: readFileSync(join(src, path), 'utf8') }))
const holding = (sign: RegExp) =>
  sources
    .filter(({ code }) => sign.test(code))
    .map(({ path }) => path)
    .toSorted()

/** Only a choice inside closes these. */
const WITHOUT_CROSS = {
  'modules/protection/web/RealityCheck.tsx': 'the law asks for a choice: stop or go on, each one press',
}

/** Overlays without a bar have a way out of their own in what they show. */
const WITHOUT_BAR = {
  'modules/coupon/web/CouponSheet.tsx': 'the head of the coupon stands there',
  'modules/line/web/search/SearchPanel.tsx': 'the field has its own button beside it',
}

/** What counts by itself while it is looked at. None of it offers a bet or money that is gone when it ends. */
const COUNTING = {
  'modules/account/web/idle-watch.ts': 'signs out who is away, after a question without seconds',
  'modules/auth/web/SendAgain.tsx': 'when another code may be asked for: it gives, and takes nothing',
  'modules/coupon/web/CouponButton.tsx': 'how long the delay in play or an answer to the player’s own request still takes',
  'modules/coupon/web/coupon-life.ts': 'looks which rules of tax, early payout and insurance are in force',
  'modules/coupon/web/coupon-store.ts': 'other tabs are told that a bet is still on its way',
  'modules/groups/web/parts.tsx': 'when a bet with friends closes, by the start of its game',
  'modules/groups/web/use-closing.ts': 'until when a bet with friends that is being made will stand, without seconds',
  'modules/hubs/web/NextDraws.tsx': 'when a draw of a calendar begins; the next one is on the list',
  'modules/line/web/live/live-score.ts': 'the clock of the game',
  'modules/line/web/live/locks.tsx': 'the age of what is shown',
  'modules/line/web/live/use-coming.ts': 'asks again for a game that is about to begin',
  'modules/line/web/table/RefreshRing.tsx': 'when the list is asked for again by itself',
  'modules/orders/web/Orders.tsx': 'how long an answer to the player’s own bid stands',
  'modules/payout/web/WinCheck.tsx': 'when the check of a win must be over: the house is the one in a hurry',
  'platform/web/stream-client.ts': 'watches the stream, and shows nothing',
}

describe('nothing presses a player', () => {
  it('and every overlay has its cross, but for those that are named', () => {
    expect(holding(/dismissible=\{false\}/)).toEqual(Object.keys(WITHOUT_CROSS))
    expect(holding(/<(?:Modal|Sheet|Drawer)\b[^>]*\sbare\b/s)).toEqual(Object.keys(WITHOUT_BAR))
  })

  it('and nothing counts that is not named with its reason', () => expect(holding(/\bsetInterval\(/)).toEqual(Object.keys(COUNTING)))
})
