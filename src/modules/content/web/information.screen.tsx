import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { INFORMATION_TAGS } from '#platform/shared/site-config.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { menuOf } from '../rules/information.ts'
import { useContentTexts } from './texts.ts'
import styles from './Content.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'content', 'information_title')

export function loader(args: LoaderFunctionArgs) {
  const { config, dictionary } = guard(args)
  const units = dictionary(['content', 'documents', 'information'])
  const nameOf = (key: string) => {
    const [unit = '', name = ''] = key.split(':')
    return units[unit]?.[name] ?? name
  }
  const menu = menuOf(config, nameOf)
  const parts = INFORMATION_TAGS.map((tag) => ({
    tag,
    title: nameOf(`information:tag_${tag}`),
    items: menu.filter((item) => item.tag === tag),
  }))
  return { parts: parts.filter(({ items }) => items.length > 0) }
}

/** The documents of the brand and the pages that help, by what they are about; what stands here is the brand's menu (IN-05). */
export default function InformationScreen() {
  const text = useContentTexts()
  const { parts } = useLoaderData<typeof loader>()
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{text('information_title')}</h1>
      <p className={styles.note}>{text('information_about')}</p>
      {parts.map(({ tag, title, items }) => (
        <section key={tag} className={styles.part}>
          <h2 className={styles.heading}>{title}</h2>
          <nav className={styles.cards} aria-label={title}>
            {items.map(({ link, title: name, icon }) => (
              <SiteLink key={link} to={link}>
                {name}
                <Icon name={icon as IconName} size={18} />
              </SiteLink>
            ))}
          </nav>
        </section>
      ))}
    </article>
  )
}
