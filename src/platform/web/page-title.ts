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

const titleOf = (root: RootData, name: string): string => [name, visitOf(root).config.customize.name].filter(Boolean).join(' · ')

const headOf = (root: RootData, name: string): Head => [{ title: titleOf(root, name) }, { name: 'robots', content: 'noindex' }]

/** Where the site may not be offered no page of it is named. */
export const blockedTitle = (root: RootData): string => titleOf(root, rootText(root, 'shell', 'blocked_title'))

const FAILURES = { 404: 'not_found', 405: 'not_sent', 451: 'page_blocked', 503: 'away' } as const

/** What a failure is called in the texts; every one that has no name is ours. */
export const failureName = (status: unknown): (typeof FAILURES)[keyof typeof FAILURES] | 'failure' =>
  FAILURES[status as keyof typeof FAILURES] ?? 'failure'

/** A page whose loader has refused is called by what stands on it in its place. */
export const failureTitle = (root: RootData, error: unknown): Head =>
  headOf(root, rootText(root, 'shell', `${failureName((error as { status?: unknown } | undefined)?.status)}_title`))
