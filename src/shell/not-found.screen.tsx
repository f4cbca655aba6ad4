import { data, redirect, useLoaderData } from 'react-router'
import { visitContext } from '#platform/shared/visit.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { ClosedSection, FailurePage } from './FailurePage.tsx'
import { closedSection } from './sections.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import type { Route } from './+types/not-found.screen.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, 'shell', loaderData?.section ? `section_${loaderData.section}` : 'not_found_title')

/** The brand's redirects, then sections that it keeps closed, which have a page of their own, then a page that says there is none. */
export async function loader(args: Route.LoaderArgs) {
  const { context, params, request } = args
  const { config, lng } = context.get(visitContext)
  const path = `/${params['*'] ?? ''}`
  const target = config.global.redirects[path]
  if (target) throw redirect(`/${lng}${target}${new URL(request.url).search}`, 301)
  const section = closedSection(path)
  if (section) guard(args, section === 'office' ? { signedIn: true } : {})
  return data({ section }, { status: section ? 200 : 404 })
}

export default function NotFound() {
  const { section } = useLoaderData<typeof loader>()
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  return section ? <ClosedSection section={section} name={text(`section_${section}`)} /> : <FailurePage status={404} />
}
