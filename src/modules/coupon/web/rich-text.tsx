import { Fragment, useCallback, type ReactNode } from 'react'
import { useCouponTexts } from './texts.ts'

const MARK = '\u0001'

/**
 * A sentence with numbers inside: every number is a component of its own (`Num`, `Money`, `Price`), wherever the
 * language puts it. `count` goes to the plural rules.
 */
export function RichText({ text, values }: { text: string; values: Readonly<Record<string, ReactNode>> }) {
  return text.split(MARK).map((part, i) => <Fragment key={i}>{i % 2 ? values[part] : part}</Fragment>)
}

/** Placeholders that `RichText` fills: each stands as its own marked name. */
export function marks(values: Readonly<Record<string, ReactNode>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, `${MARK}${name}${MARK}`]))
}

type Key = Parameters<ReturnType<typeof useCouponTexts>>[0]

export function useRichText(): (key: Key, values?: Readonly<Record<string, ReactNode>>, count?: number) => ReactNode {
  const text = useCouponTexts()
  return useCallback(
    (key, values = {}, count) => (
      <RichText text={text(key, { ...marks(values), ...(count === undefined ? {} : { count }) })} values={values} />
    ),
    [text],
  )
}
