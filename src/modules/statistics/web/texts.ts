import { useTexts, type Texts } from '#platform/web/i18n.ts'
import type { GamePage } from '../contract.ts'

export type StatisticsTexts = Texts<typeof import('../../../../locales/ru/statistics.json')>

export function useStatisticsTexts(): StatisticsTexts {
  return useTexts<typeof import('../../../../locales/ru/statistics.json')>('statistics')
}

const LETTERS = { w: 'letter_w', d: 'letter_d', l: 'letter_l' } as const

export function letterText(text: StatisticsTexts, letter: 'w' | 'd' | 'l'): { sign: string; word: string } {
  return { sign: text(LETTERS[letter]), word: text(`${LETTERS[letter]}_word`) }
}

/** '' for games of their day. */
export function useOriginWord(origin: GamePage['origin']): string {
  const text = useStatisticsTexts()
  return origin === 'recorded' || origin === 'simulated' ? text(`origin_${origin}`) : ''
}
