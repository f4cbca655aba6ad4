import { data, redirect, useLoaderData } from 'react-router'
import { visitContext, type ServerVisit } from '#platform/shared/visit.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { ClosedSection } from './ClosedSection.tsx'
import { FailurePage } from './FailurePage.tsx'
import { closedSection, type ClosedSectionId } from './sections.ts'
import { OF_CASINO } from '#modules/brand/rules/open-pages.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import type { Route } from './+types/not-found.screen.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(matches, 'shell', loaderData?.section ? `section_${loaderData.section}` : 'not_found_title')

const MAY_ENTER = '/service-api/limit-service/v1/may-enter'

/** The brand's redirects, then sections that it keeps closed, which have a page of their own, then a page that says there is none. */
export async function loader(args: Route.LoaderArgs) {
  const { context, params, request } = args
  const { config, lng, failure } = context.get(visitContext)
  if (failure) throw data(null, { status: failure })
  const path = `/${params['*'] ?? ''}`
  const target = config.global.redirects[path]
  if (target) throw redirect(`/${lng}${target}${new URL(request.url).search}`, 301)
  const section = closedSection(path)
  const reason = section ? await reasonOf(guard(args, section === 'office' ? { signedIn: true } : {}), section) : ''
  return data({ section, reason }, { status: section ? 200 : 404 })
}

/** Why this player in this country may not enter, in the words of the gate that would refuse him (AC-14); '' when he might. */
async function reasonOf(visit: ServerVisit, section: ClosedSectionId): Promise<string> {
  if (!visit.player || !OF_CASINO.some((one) => one === section)) return ''
  const { status, body } = await visit.request({ method: 'GET', path: MAY_ENTER, query: { product: 'casino', lng: visit.lng } })
  return status === 403 ? ((body as { message?: string; detail?: string }).message ?? (body as { detail?: string }).detail ?? '') : ''
}

export default function NotFound() {
  const { section, reason } = useLoaderData<typeof loader>()
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  return section ? <ClosedSection section={section} name={text(`section_${section}`)} reason={reason} /> : <FailurePage status={404} />
}
