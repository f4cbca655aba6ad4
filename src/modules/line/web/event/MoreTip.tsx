/** Brings the better words for one price and draws nothing; without a price it only fetches their texts. They come late: there are too many for the page's first code. */
import { useLayoutEffect } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useSiteTexts } from '../model/texts.ts'
import { tipOf } from '../model/tips.ts'
import type { PricedGame } from '../model/priced-game.ts'
import type { Outcome } from '../model/types.ts'
import { moreTip } from './more-tips.ts'

interface MoreTipProps {
  asked?: { outcome: Outcome; game: PricedGame; onWords: (words: string) => void }
}

export function MoreTip({ asked }: MoreTipProps) {
  const site = useSiteTexts()
  const text = useTexts<typeof import('../../../../../locales/ru/tips.json')>('tips')
  const { deadHeat } = useSite().config.betting
  const words = asked ? tipOf(asked.outcome, asked.game, site) || moreTip(asked.outcome, asked.game, text, site, deadHeat) : ''
  const onWords = asked?.onWords
  useLayoutEffect(() => onWords?.(words), [onWords, words])
  return null
}
