/** Which addresses are pages: asked where a call of another method stands at the same address, and where something is sent to. */
import { matchRoutes, type ServerBuild, type RouteObject } from 'react-router'

export type PageTable = readonly RouteObject[]

export function pageTable({ routes }: Pick<ServerBuild, 'routes'>): PageTable {
  const below = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes).flatMap((route) => {
      if (!route || route.parentId !== parentId) return []
      const { id, path, index, caseSensitive } = route
      return [index ? { id, path, index: true, caseSensitive } : { id, path, caseSensitive, children: below(id) }]
    })
  return below(undefined)
}

/** `path` with its language: whether a page stands there that is not the one for all that is left. */
export function hasRoute(table: PageTable, path: string): boolean {
  const last = matchRoutes([...table], path)?.at(-1)
  return last !== undefined && !('*' in last.params)
}

/** `path` without its language. A page that takes any word in this place is no page of this name. */
export function isNamedPage(table: PageTable, path: string): boolean {
  const last = matchRoutes([...table], `/lng${path}`)?.at(-1)
  return last !== undefined && Object.keys(last.params).every((name) => name === 'lng')
}
