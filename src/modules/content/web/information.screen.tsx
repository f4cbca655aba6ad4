import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useContentTexts } from './texts.ts'
import styles from './Content.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'content', 'information_title')

export function loader(args: LoaderFunctionArgs) {
  const { config, dictionary } = guard(args)
  const texts = dictionary(['documents'])['documents'] ?? {}
  return { documents: config.registration.terms.map(({ id }) => ({ id, title: texts[`${id}_title`] ?? id })) }
}

const PAGES = [
  ['calc', '/information/calc'],
  ['responsiblegaming', '/information/responsiblegaming'],
  ['simpleIdentification', '/information/simpleIdentification'],
  ['cashTerminals', '/information/cashTerminals'],
  ['support', '/support'],
  ['mobile', '/mobile'],
  ['status', '/status'],
  ['developers', '/developers'],
] as const

/** The documents of the brand and the pages that help, in one list. */
export default function InformationScreen() {
  const text = useContentTexts()
  const { documents } = useLoaderData<typeof loader>()
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{text('information_title')}</h1>
      <p className={styles.note}>{text('information_about')}</p>
      <nav className={styles.cards} aria-label={text('information_title')}>
        {documents.map(({ id, title }) => (
          <SiteLink key={id} to={`/information/${id}`}>
            {title}
            <Icon name="document" size={18} />
          </SiteLink>
        ))}
        {PAGES.map(([key, to]) => (
          <SiteLink key={key} to={to}>
            {text(`info_${key}`)}
            <Icon name="chevron-right" size={16} flip />
          </SiteLink>
        ))}
      </nav>
    </article>
  )
}
