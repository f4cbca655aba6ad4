import { redirect, useLoaderData } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { factsOf, onwardOf, pageOf } from '../rules/information.ts'
import { sourceLines } from '../rules/sources.ts'
import type { Route } from './+types/document.screen.ts'
import { CookieChoice } from './CookieChoice.tsx'
import { Sources } from './Sources.tsx'
import { acceptedDocument, Document, paragraphsOf } from './Document.tsx'
import styles from './Document.module.css'

/** A document that registration asks to accept (AU, RG), or an information page of the brand (IN-01, IN-02). The texts come with it. */
export function loader(args: Route.LoaderArgs) {
  const { config, dictionary, lng, now, country } = guard(args)
  const name = args.params.document
  // Known addresses of the rules and of the policy lead to the document that is accepted.
  const moved = config.global.redirects[`/information/${name}`]
  if (moved) throw redirect(`/${lng}${moved}`, 301)
  const { shell, identity, content, documents, information } = dictionary(['shell', 'identity', 'content', 'documents', 'information'])
  const texts = { ...shell, ...identity, ...content, ...documents, ...information }
  const brand = config.customize.name
  const accepted = acceptedDocument(name, { config, texts, lng, now })
  if (accepted) return { ...accepted, brand, more: null }
  const page = pageOf(config, name)
  if (!page) throw new Response(null, { status: 404 })
  const named = { brand, email: config.global.supportEmail }
  return {
    title: texts[`${page}_title`] ?? page,
    version: null,
    paragraphs: paragraphsOf(page, texts, named),
    promotions: null,
    brand,
    more: {
      heading: texts[`facts_${page}`] ?? '',
      facts: factsOf(page, { config, texts, country, lng, now }),
      sources: page === 'sources' ? sourceLines(config.dataSources ?? [], texts) : [],
      cookies: page === 'cookies' ? (texts['cookie_choice'] ?? '') : null,
      onward: { label: texts['onward'] ?? '', links: onwardOf(config, page).map(({ to, key }) => ({ to, title: texts[key] ?? to })) },
    },
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? [{ title: `${loaderData.title} · ${loaderData.brand}` }] : [])

export default function DocumentScreen() {
  const { more, brand: _brand, ...document } = useLoaderData<typeof loader>()
  return <Document {...document}>{more ? <More {...more} /> : null}</Document>
}

type MoreData = NonNullable<Awaited<ReturnType<typeof loader>>['more']>

function More({ heading, facts, sources, cookies, onward }: MoreData) {
  return (
    <>
      {cookies === null ? null : <CookieChoice label={cookies} />}
      {sources.length > 0 ? <Sources heading={heading} sources={sources} /> : null}
      {facts.length > 0 ? (
        <section>
          <h2 className={styles.heading}>{heading}</h2>
          <ul className={styles.facts}>
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </section>
      ) : null}
      {onward.links.length > 0 ? (
        <nav className={styles.onward} aria-label={onward.label}>
          {onward.links.map(({ to, title }) => (
            <SiteLink key={to} to={to}>
              {title}
              <Icon name="chevron-right" size={16} flip />
            </SiteLink>
          ))}
        </nav>
      ) : null}
    </>
  )
}
