import { useLoaderData } from 'react-router'
import { SiteLink } from '#platform/web/site-link.tsx'
import { guard } from '#modules/brand/web/index.ts'
import { HelpLineLinks } from '#ui/HelpLineLinks.tsx'
import styles from './Protection.module.css'
import type { Route } from './+types/information.screen.ts'

const PARTS = [1, 2, 3, 4, 5, 6]

/** What the site offers against harm and where help is; open to everybody, the texts come with the page. */
export function loader(args: Route.LoaderArgs) {
  const { config, dictionary } = guard(args)
  const texts = dictionary(['protection'])['protection'] ?? {}
  const parts = PARTS.map((n) => ({
    heading: texts[`info_${n}_title`] ?? '',
    text: (texts[`info_${n}`] ?? '').replace('{{email}}', config.global.supportEmail),
  }))
  const { helpLine } = config.responsible
  return { title: texts['info_title'] ?? '', link: texts['limits_title'] ?? '', brand: config.customize.name, parts, helpLine }
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? [{ title: `${loaderData.title} · ${loaderData.brand}` }] : [])

export default function ResponsibleInformation() {
  const { title, link, parts, helpLine } = useLoaderData<typeof loader>()
  return (
    <article className={styles.page}>
      <h1 className={styles.pageTitle}>{title}</h1>
      {parts.map(({ heading, text }, i) => (
        <section key={heading}>
          <h2 className={styles.pageHeading}>{heading}</h2>
          {/* The last part is where help is. */}
          {helpLine && i === parts.length - 1 ? (
            <p>
              <HelpLineLinks line={helpLine} className={styles.link} />
            </p>
          ) : null}
          <p>{text}</p>
        </section>
      ))}
      <p>
        <SiteLink to="/office/limits" className={styles.link}>
          {link}
        </SiteLink>
      </p>
    </article>
  )
}
