import type { ReactNode } from 'react'
import { marks, RichText } from '#modules/coupon/web/index.ts'
import { priceFromWire } from '#lib/price.ts'
import { Price } from '#ui/Num.tsx'
import { useOrderTexts } from './texts.ts'

/** A sentence with numbers in it, each a component of its own. */
export function Sentence({
  name,
  values,
}: {
  name: Parameters<ReturnType<typeof useOrderTexts>>[0]
  values: Readonly<Record<string, ReactNode>>
}) {
  const text = useOrderTexts()
  return <RichText text={text(name, marks(values))} values={values} />
}

export const Coefficient = ({ value }: { value: number }) => <Price milli={priceFromWire(value) ?? 0} />
