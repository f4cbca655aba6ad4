/** Titles of pages. Meta runs outside of React: the texts are those that the root's data carry to the first paint. */
import { rootText, visitOf, type RootData } from './root-data.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]
type Head = ({ title: string } | { name: string; content: string })[]

/** "Sign in · Brand"; `key` is a text of the unit, `detail` follows it. Pages of an account do not belong into search engines. */
export function pageTitle(matches: Matches, unit: string, key: string, detail = ''): Head {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  if (!root) return []
  return headOf(root, [rootText(root, unit, key), detail].filter(Boolean).join(' '))
}

function headOf(root: RootData, name: string): Head {
  return [{ title: [name, visitOf(root).config.customize.name].filter(Boolean).join(' · ') }, { name: 'robots', content: 'noindex' }]
}

const FAILURES: Readonly<Record<number, string>> = { 404: 'not_found', 405: 'not_sent', 451: 'page_blocked', 503: 'away' }

/** A page whose loader has refused is called by what stands on it in its place. */
export function failureTitle(root: RootData, error: unknown): Head {
  const status = (error as { status?: number } | undefined)?.status
  const name = visitOf(root).allowed ? (FAILURES[status ?? 0] ?? 'failure') : 'blocked'
  return headOf(root, rootText(root, 'shell', `${name}_title`))
}
