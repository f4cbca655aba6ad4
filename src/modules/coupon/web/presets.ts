import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import { useSite } from '#platform/web/features.tsx'
import { readyAmount } from '../rules/ready-amount.ts'
import { useCouponSettings } from './coupon-settings.ts'

/** Ready stakes of a currency: the player's own, or the brand's (XT-15). Where he left one empty, one of the brand stands again. */
export function usePresets(code: string): readonly number[] {
  const { presets } = useSite().config.coupon
  const [settings] = useCouponSettings()
  const amounts = (texts: readonly string[]) => texts.map(Number).filter((amount) => amount > 0)
  const own = amounts(settings.presets?.[code] ?? [])
  const ready = amounts(presets.byCurrency[code] ?? presets.default.map((amount) => readyAmount(amount, currencyByCode(code))))
  const others = ready.filter((amount) => !own.includes(amount))
  return [...own, ...others.slice(0, Math.max(0, ready.length - own.length))]
}
