/** The title of a screen, "what · brand". Meta runs outside of React: the text is one of those that came with the document. */
import type { MetaDescriptor } from 'react-router'

interface RootData {
  visit: { config: { customize: { name: string } } }
  texts: Record<string, Record<string, string>>
}

/** Shape of React Router's `meta`, without the types of one route. */
interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** `export const meta = pageTitle('auth', 'login_title')`: the text with this key in this unit of texts. */
export function pageTitle(unit: string, key: string): (args: MetaArgs) => MetaDescriptor[] {
  return ({ matches }) => {
    const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
    if (!root) return []
    return [{ title: [root.texts[unit]?.[key], root.visit.config.customize.name].filter(Boolean).join(' · ') }]
  }
}
