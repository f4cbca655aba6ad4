/** The status of a game in words, while it is not the usual one (XT-59). */
import { useTexts } from '#platform/web/i18n.ts'
import { liveKey, useLivePart } from '#platform/web/live-store.ts'
import { statusWord, type StatusWord } from '../../rules/status-words.ts'
import type { LineGame } from '../model/types.ts'
import type { LiveHead } from './locks.tsx'

const wordOf = (head: LiveHead | undefined): StatusWord | '' | null => {
  if (!head) return null
  const [, status, , , , note] = head
  return statusWord(status, note) ?? ''
}

/** '' while the game goes its usual way. The stream says it first, the page that was read until then. */
export function useStatus(topic: string, game: LineGame): string {
  const text = useTexts<typeof import('../../../../../locales/ru/line.json')>('line')
  const word = useLivePart(liveKey(topic, 'h'), wordOf, null) as StatusWord | '' | null
  return word === null ? game.status : word === '' ? '' : text(word)
}
