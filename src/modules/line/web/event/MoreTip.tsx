/** Brings the better words for one price and draws nothing. */
import { useLayoutEffect } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { useSiteTexts } from '../model/texts.ts'
import type { Outcome, PricedGame } from '../model/types.ts'
import { moreTip } from './more-tips.ts'

const useTipTexts = () => useTexts<typeof import('../../../../../locales/ru/tips.json')>('tips')

interface MoreTipProps {
  outcome: Outcome
  game: PricedGame
  onWords: (words: string) => void
}

export function MoreTip({ outcome, game, onWords }: MoreTipProps) {
  const site = useSiteTexts()
  const words = moreTip(outcome, game, useTipTexts(), site)
  useLayoutEffect(() => onWords(words), [onWords, words])
  return null
}

/** Has the texts fetched before a price is pointed at. */
export function TipTexts() {
  useTipTexts()
  return null
}
