import { data, redirect, useLoaderData } from 'react-router'
import { visitContext } from '#platform/shared/visit.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { ClosedSection, FailurePage } from './FailurePage.tsx'
import { closedSection } from './sections.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import type { Route } from './+types/not-found.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'shell', 'not_found_title')

/** The brand's redirects, then sections that it keeps closed, then a page that says there is none. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { config, lng } = context.get(visitContext)
  const path = `/${params['*'] ?? ''}`
  const target = config.global.redirects[path]
  if (target) throw redirect(`/${lng}${target}${new URL(request.url).search}`, 301)
  return data({ section: closedSection(path) }, { status: 404 })
}

export default function NotFound() {
  const { section } = useLoaderData<typeof loader>()
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  return section ? <ClosedSection name={text(`section_${section}`)} /> : <FailurePage status={404} />
}
