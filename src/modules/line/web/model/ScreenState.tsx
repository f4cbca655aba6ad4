/**
 * What the page's loader asked, for the parts that stand outside of the page: the tree and the header are rendered
 * before it, so they take the loader's answers themselves.
 */
import { HydrationBoundary, type DehydratedState } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMatches } from 'react-router'

export function ScreenState({ children }: { children: ReactNode }) {
  const matches = useMatches()
  const data = matches.at(-1)?.loaderData as { state?: DehydratedState } | undefined
  return <HydrationBoundary state={data?.state}>{children}</HydrationBoundary>
}
