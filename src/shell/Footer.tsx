import { useApi, type ApiQuery } from '#platform/web/query.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Logo } from '#ui/Logo.tsx'
import { useMenuLabel } from './Header.tsx'
import { openItems, useSiteConfig } from './menu.ts'
import styles from './Footer.module.css'

interface FooterQuestion {
  question: string
  answer: string
}

/** GET /web-api/external-api/seo/questions/footer/{section}; failures leave the block out. */
export function footerQuestions(lng: string, section = 'main'): ApiQuery<FooterQuestion[]> {
  return {
    method: 'GET',
    path: `/web-api/external-api/seo/questions/footer/${section}`,
    query: { lng },
    read: (body) => (Array.isArray(body) ? body : ((body as { data?: FooterQuestion[] }).data ?? [])) as FooterQuestion[],
    staleMs: 900_000,
  }
}

export function Footer() {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  const config = useSiteConfig()
  const { lng } = useSite()
  const label = useMenuLabel()
  const { data: questions = [] } = useApi(footerQuestions(lng))
  return (
    <footer className={styles.footer}>
      {questions.length ? (
        <section className={styles.questions} aria-label={text('questions')}>
          <h2>{text('questions')}</h2>
          {questions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      ) : null}
      <div className={styles.base}>
        <Logo word={config.customize.logo.word} size={22} />
        <nav className={styles.links} aria-label={text('footer_menu')}>
          {openItems(config.footer.menu, config).map((item) => (
            <SiteLink key={item.id} to={item.link ?? '/'}>
              {label(item)}
            </SiteLink>
          ))}
        </nav>
        <p className={styles.small}>
          <b className={styles.age}>
            <bdi dir="ltr">18+</bdi>
          </b>
          {text('footer_play')}
        </p>
        {config.footer.licences.map((licence) => (
          <p key={licence.title} className={styles.small}>
            {text('licence_demo')}
          </p>
        ))}
      </div>
    </footer>
  )
}
