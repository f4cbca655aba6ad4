import { MAX_PRICE, milliText } from '#lib/price.ts'
import { Num, Price } from '#ui/Num.tsx'

const MOST_SHORT = 99_999n

/** A total price in the player's view; above the largest single price only decimals can be read. */
export function TotalPrice({ milli, className }: { milli: bigint; className?: string | undefined }) {
  return milli > BigInt(MAX_PRICE) ? (
    <Num className={className}>{milliText(milli)}</Num>
  ) : (
    <Price className={className} milli={Number(milli)} />
  )
}

/** Where there is room for a few digits only: above the largest single price whole, above five digits just that it is more. */
export function ShortPrice({ milli }: { milli: bigint }) {
  if (milli <= BigInt(MAX_PRICE)) return <TotalPrice milli={milli} />
  const whole = milli / 1000n
  return <Num>{whole > MOST_SHORT ? `>${MOST_SHORT}` : `${whole}`}</Num>
}
