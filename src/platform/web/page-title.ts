/** Titles of pages. Meta runs outside of React: the texts are those that the root's data carry to the first paint. */
import { rootText, visitOf, type RootData } from './root-data.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** "Sign in · Brand"; `key` is a text of the unit, `detail` follows it. Pages of an account do not belong into search engines. */
export function pageTitle(
  matches: Matches,
  unit: string,
  key: string,
  detail = '',
): ({ title: string } | { name: string; content: string })[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  if (!root) return []
  const name = [rootText(root, unit, key), detail].filter(Boolean).join(' ')
  return [{ title: [name, visitOf(root).config.customize.name].filter(Boolean).join(' · ') }, { name: 'robots', content: 'noindex' }]
}
