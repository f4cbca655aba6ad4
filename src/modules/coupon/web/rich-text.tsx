import { Fragment, useCallback, type ReactNode } from 'react'
import { useCouponTexts, usePartsTexts } from './texts.ts'

const MARK = '\u0001'

type Values = Readonly<Record<string, ReactNode>>

/**
 * A sentence with numbers inside: every number is a component of its own (`Num`, `Money`, `Price`), wherever the
 * language puts it. `count` goes to the plural rules.
 */
export function RichText({ text, values }: { text: string; values: Values }) {
  return text.split(MARK).map((part, i) => <Fragment key={i}>{i % 2 ? values[part] : part}</Fragment>)
}

/** Placeholders that `RichText` fills: each stands as its own marked name. */
export function marks(values: Values): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, `${MARK}${name}${MARK}`]))
}

function params(values: Values, count: number | undefined): Record<string, unknown> {
  return { ...marks(values), ...(count === undefined ? {} : { count }) }
}

type Key = Parameters<ReturnType<typeof useCouponTexts>>[0]
type PartsKey = Parameters<ReturnType<typeof usePartsTexts>>[0]

export function useRichText(): (key: Key, values?: Values, count?: number) => ReactNode {
  const text = useCouponTexts()
  return useCallback((key, values = {}, count) => <RichText text={text(key, params(values, count))} values={values} />, [text])
}

export function useRichParts(): (key: PartsKey, values?: Values, count?: number) => ReactNode {
  const text = usePartsTexts()
  return useCallback((key, values = {}, count) => <RichText text={text(key, params(values, count))} values={values} />, [text])
}
