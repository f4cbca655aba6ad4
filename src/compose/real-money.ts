/** The cashier of real money, which is not opened on games that nobody plays (feeds 0, rule 5). */
import { type BtcpaySettings, readBtcpaySettings } from '#modules/payments/server/index.ts'
import { EnvError, type Env, type FeedName } from '#platform/server/env.ts'

/** Feeds whose sports line is made up, or over long ago. */
const DEMONSTRATIONS: ReadonlySet<FeedName> = new Set(['world', 'replay'])

/** Null without PAYMENTS_BTCPAY; throws EnvError with one sentence that says what to do. */
export function btcpayOf({ btcpayFile, feeds }: Pick<Env, 'btcpayFile' | 'feeds'>): BtcpaySettings | null {
  if (btcpayFile === null) return null
  const settings = readBtcpaySettings(btcpayFile)
  const shown = feeds.filter((feed) => DEMONSTRATIONS.has(feed))
  if (settings.testNetwork || shown.length === 0) return settings
  throw new EnvError(
    `PAYMENTS_BTCPAY takes real money, and FEED=${shown.join(',')} shows games that nobody plays: ` +
      `feed the line with real games, leave PAYMENTS_BTCPAY out, or write "testNetwork": true in its file if its coins have no worth`,
  )
}
