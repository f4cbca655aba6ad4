/** The document: language, direction, theme, the brand's layer of CSS, texts of the first paint. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { languageTag } from '#lib/language-tag.ts'
import { startBoosts } from '#platform/web/boosts.ts'
import { configureCalls } from '#platform/web/call.ts'
import { earlyInput } from '#platform/web/early-input.ts'
import { prepareTexts, startI18n, TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { whenIdle } from '#platform/web/idle.tsx'
import { blockedTitle, failureTitle } from '#platform/web/page-title.ts'
import { createQueryClient } from '#platform/web/query-client.ts'
import { makeRootData, SHARED_ID, SHARED_PLACE, unitFinder, unitsOf, visitOf, type RootData } from '#platform/web/root-data.ts'
import { storage } from '#platform/web/storage.ts'
import { configureTelemetry } from '#platform/web/telemetry-project.ts'
import { SiteProvider } from '#platform/web/features.tsx'
import { UiBridge } from '#platform/web/UiBridge.tsx'
import { directionOf, visitContext, type VisitData } from '#platform/shared/visit.ts'
import type { Route } from './+types/root.ts'
import { BlockedPage, FailurePage, NoConnectionPage } from './shell/FailurePage.tsx'
import { lowerCased } from './shell/lower-case.ts'
import { Shell } from './shell/Shell.tsx'
import { LAYERS } from '#ui/layers.ts'
import '#ui/styles.css'

/** Windows that stand beside the site: none of them opens its menu or its coupon. */
const BARE = /^\/[a-z-]+\/(?:statisticpopup\/|information\/rulesFrame(?:\.data)?$)/

export async function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  const lower = request.method === 'GET' ? lowerCased(request.url) : null
  if (lower) throw redirect(lower, 301)
  const { nonce, request: _request, dictionary, failure: _failure, ...visit } = context.get(visitContext)
  return makeRootData(visit, nonce, dictionary, BARE.test(new URL(request.url).pathname))
}

// The visit belongs to the document: the browser asks for it again only when it loads another one.
export function shouldRevalidate(): boolean {
  return false
}

/** A screen without a title of its own carries the name of the site. */
export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  if (!loaderData) return [{ title: '' }]
  return error ? failureTitle(loaderData, error) : [{ title: visitOf(loaderData).config.customize.name }]
}

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/icons/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/app-icon/any-192.png' },
]

/** Languages that are written in Cyrillic letters. */
const CYRILLIC: ReadonlySet<string> = new Set(['ru', 'uk', 'ua', 'be', 'by', 'bg', 'kk', 'kz', 'ky', 'mk', 'mn', 'sr', 'tg'])

/** Files of the letters that the page is written in; what else it needs is found when it is met. */
function fontsOf(lng: string): readonly string[] {
  if (directionOf(lng) === 'rtl') return ['vazirmatn-arabic-wght-normal', 'geologica-latin-wght-normal']
  return CYRILLIC.has(lng) ? ['geologica-cyrillic-wght-normal', 'geologica-latin-wght-normal'] : ['geologica-latin-wght-normal']
}

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<RootData>('root')
  return (
    <html
      lang={languageTag(data?.visit.lng ?? 'ru')}
      dir={data?.visit.dir ?? 'ltr'}
      data-theme={data?.visit.theme ?? 'system'}
      data-density={data ? visitOf(data).config.customize.density : 'default'}
      data-light={data?.visit.light ? '' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {data?.visit.allowed === false ? <title>{blockedTitle(data)}</title> : <Meta />}
        {/* The order of the layers stands before any file of styles: whichever loads first must not decide it. */}
        <style nonce={data?.nonce} suppressHydrationWarning>
          {LAYERS}
        </style>
        {data ? (
          <script
            nonce={data.nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? earlyInput() : '' }}
          />
        ) : null}
        <Links nonce={data?.nonce} />
        {data ? <link rel="manifest" href={`/manifest.webmanifest?lng=${data.visit.lng}`} /> : null}
        {/* A preload is no part of what the browser takes over: only the document needs to name it. */}
        {import.meta.env.SSR && data && !data.visit.light
          ? fontsOf(data.visit.lng).map((name) => (
              <link key={name} rel="preload" href={`/fonts/${name}.woff2`} as="font" type="font/woff2" crossOrigin="anonymous" />
            ))
          : null}
        {data ? (
          <style nonce={data.nonce} suppressHydrationWarning>
            {data.visit.brandCss}
          </style>
        ) : null}
      </head>
      <body>
        {children}
        {data ? (
          <script
            id={SHARED_ID}
            type="application/json"
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: typeof document === 'undefined' ? SHARED_PLACE : '' }}
          />
        ) : null}
        <ScrollRestoration nonce={data?.nonce} />
        <Scripts nonce={data?.nonce} />
      </body>
    </html>
  )
}

function startCalls(i18n: ReturnType<typeof startI18n>, visit: VisitData): void {
  const text = textsOf<typeof import('../locales/ru/shell.json')>(i18n, 'shell')
  configureCalls({
    language: visit.lng,
    features: visit.config.features,
    partner: visit.partner === visit.config.number ? undefined : visit.partner,
    report: ({ title, status, message, request }) => console.error(title, status, message, request),
    texts: {
      timeout: text('request_timeout'),
      cancelled: text('request_cancelled'),
      generic: text('server_generic'),
      query: text('server_generic'),
      wait: { visit, tell: (said) => text('refused_until', said) },
    },
  })
}

let pageTexts: ReturnType<typeof startI18n> | undefined

/**
 * One store for the life of a page in the browser: a part that waits for its texts while the page is being taken over
 * makes React begin anew, and a new store would know nothing of what has come.
 */
function textsFor(data: RootData, lng: string): ReturnType<typeof startI18n> {
  const start = (find?: ReturnType<typeof unitFinder>) =>
    startI18n({ lng, units: unitsOf(data), find, report: (error) => console.error(error) })
  return typeof window === 'undefined' ? start(unitFinder(data)) : (pageTexts ??= start())
}

function Providers({ data, children }: { data: RootData; children: React.ReactNode }) {
  const visit = visitOf(data)
  const [client] = useState(createQueryClient)
  const [i18n] = useState(() => textsFor(data, visit.lng))
  // Effects of children run before ours, and some of them call at once.
  useState(() => (typeof window === 'undefined' ? null : startCalls(i18n, visit)))
  useState(() => startBoosts(data.visit.boosts))
  // What is typed and pressed before this mark is kept until it stands (early-input); browser tests wait for it.
  useEffect(() => {
    if (visit.mode === 'development') void import('#modules/dev/web/index.ts').then(({ recordPage }) => recordPage())
    configureTelemetry(visit.config.telemetry.projectHash)
    document.documentElement.dataset['hydrated'] = ''
    return whenIdle(() => {
      void storage.sweep()
      prepareTexts()
    })
  }, [visit])
  return (
    <TextsProvider texts={i18n}>
      <QueryClientProvider client={client}>
        <SiteProvider
          value={{
            brand: visit.brand,
            lng: visit.lng,
            country: visit.country,
            partner: visit.partner,
            coefView: visit.cfView,
            theme: visit.theme,
            light: visit.light,
            rowMarkets: visit.rowMarkets,
            consentGiven: visit.consentGiven,
            features: visit.config.features,
            config: visit.config,
            development: visit.mode === 'development',
          }}
        >
          <UiBridge lng={visit.lng} priceView={visit.cfView}>
            {children}
          </UiBridge>
        </SiteProvider>
      </QueryClientProvider>
    </TextsProvider>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  // A window of its own brings its own frame.
  const bare = useMatches().some(({ handle }) => (handle as { bare?: boolean } | undefined)?.bare)
  return (
    <Providers data={loaderData}>
      {loaderData.visit.allowed ? (
        bare ? (
          <Outlet />
        ) : (
          <Shell visit={visitOf(loaderData)}>
            <Outlet />
          </Shell>
        )
      ) : (
        <BlockedPage />
      )}
    </Providers>
  )
}

/** A page that failed keeps the navigation: what happened, what is safe, one action. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) return null
  const visit = visitOf(data)
  const status = isRouteErrorResponse(error) ? error.status : 500
  // The server says nothing about a network; a browser that has none says false.
  const isOffline = !isRouteErrorResponse(error) && typeof window !== 'undefined' && navigator.onLine === false
  return (
    <Providers data={data}>
      {visit.allowed ? <Shell visit={visit}>{isOffline ? <NoConnectionPage /> : <FailurePage status={status} />}</Shell> : <BlockedPage />}
    </Providers>
  )
}
