import { MAX_PRICE, milliText } from '#lib/price.ts'
import { Num, Price } from '#ui/Num.tsx'

/** A total price in the player's view; above the largest single price only decimals can be read. */
export function TotalPrice({ milli, className }: { milli: bigint; className?: string | undefined }) {
  return milli > BigInt(MAX_PRICE) ? (
    <Num className={className}>{milliText(milli)}</Num>
  ) : (
    <Price className={className} milli={Number(milli)} />
  )
}
