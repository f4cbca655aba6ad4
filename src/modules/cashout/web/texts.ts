import { useCallback, type ReactNode } from 'react'
import { createElement } from 'react'
import { marks, RichText } from '#modules/coupon/web/index.ts'
import { useTexts, type Texts } from '#platform/web/i18n.ts'

type Dictionary = typeof import('../../../../locales/ru/cashout.json')
type Key = Parameters<Texts<Dictionary>>[0]

export function useCashOutTexts(): Texts<Dictionary> {
  return useTexts<Dictionary>('cashout')
}

/** A sentence with numbers in it, each a component of its own. */
export function useCashOutRich(): (key: Key, values: Readonly<Record<string, ReactNode>>) => ReactNode {
  const text = useCashOutTexts()
  return useCallback((key, values) => createElement(RichText, { text: text(key, marks(values)), values }), [text])
}
