import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import { useSite } from '#platform/web/features.tsx'
import { readyAmount } from '../rules/ready-amount.ts'
import { useCouponSettings } from './coupon-settings.ts'

/** Ready stakes of a currency: the player's own, or the brand's (XT-15). */
export function usePresets(code: string): readonly number[] {
  const { presets } = useSite().config.coupon
  const [settings] = useCouponSettings()
  const own = settings.presets?.[code]
  const ready = () => presets.default.map((amount) => readyAmount(amount, currencyByCode(code)))
  return (own ?? presets.byCurrency[code] ?? ready()).map(Number).filter((amount) => amount > 0)
}
