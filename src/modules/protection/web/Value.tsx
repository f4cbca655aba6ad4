import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { formatNumber } from '#ui/number-format.ts'

export type ProtectionTexts = typeof import('../../../../locales/ru/protection.json')

interface ValueProps {
  amount?: number | undefined
  minutes?: number | undefined
  currency?: string | undefined
  /** "+" before what was won. */
  sign?: boolean
}

/** A sum of a limit, or its minutes. */
export function Value({ amount, minutes, currency, sign = false }: ValueProps) {
  const { lng } = useSite()
  const text = useTexts<ProtectionTexts>('protection')
  if (minutes !== undefined) return <>{text('minutes', { count: minutes })}</>
  const value = amount ?? 0
  return (
    <bdi dir="ltr">
      {sign && value > 0 ? '+' : ''}
      {formatNumber(value, lng, 8)} {currency}
    </bdi>
  )
}
