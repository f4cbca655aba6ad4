/**
 * Parts that one module shows inside of a page of another which it stands above: the frame hands them in, so that nobody
 * below has to know who makes them.
 */
import { createContext, useContext, type ComponentType } from 'react'

export interface PageParts {
  /** Statistics of a game in a frame; `path` stands behind statisticpopup/. */
  statistics?: ComponentType<{
    path: string
    onRoute?: (path: string, mode: 'push' | 'replace') => void
    onTitle?: (title: string) => void
    onEscape?: () => void
  }>
}

export const PagePartsContext = createContext<PageParts>({})

export function usePageParts(): PageParts {
  return useContext(PagePartsContext)
}
