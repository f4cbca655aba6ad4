import { redirect } from 'react-router'
import { visitContext } from '#platform/shared/visit.ts'
import type { Route } from './+types/to-language.screen.ts'

/** The bare address leads to the visit's language. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { lng } = context.get(visitContext)
  throw redirect(`/${lng}${new URL(request.url).search}`, 302)
}

export default function ToLanguage() {
  return null
}
