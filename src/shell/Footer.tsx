import { useApi, type ApiQuery } from '#platform/web/query.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Logo } from '#ui/Logo.tsx'
import { enforcedMinAge } from '#modules/account/rules/min-age.ts'
import { HelpLineLinks } from '#ui/HelpLineLinks.tsx'
import { useMenuLabel } from './HeaderNav.tsx'
import { useOpenItems } from './menu.ts'
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
  const { lng, config } = useSite()
  const label = useMenuLabel()
  const items = useOpenItems(config.footer.menu)
  const { data: questions = [] } = useApi(footerQuestions(lng))
  // A brand writes the key of a text of ours, or its own words.
  const known = (key: string, own: string) => (/^[a-z_]+$/.test(key) ? text(key as 'licence_demo', { defaultValue: own }) : own)
  return (
    <footer className={styles.footer}>
      {questions.length ? (
        <section className={styles.questions} aria-label={text('questions')}>
          <h2>{text('questions')}</h2>
          {questions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>
                {question}
                <Icon name="chevron-down" size={16} />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      ) : null}
      <div className={styles.base}>
        <Logo word={config.customize.logo.word} size={22} />
        {items.length ? (
          <nav className={styles.links} aria-label={text('footer_menu')}>
            {items.map((item) => (
              <SiteLink key={item.id} to={item.link ?? '/'}>
                {label(item)}
              </SiteLink>
            ))}
          </nav>
        ) : null}
        {config.footer.payments.length ? (
          <ul className={styles.payments} aria-label={text('footer_payments')}>
            {config.footer.payments.map((id) => (
              <li key={id}>
                <Icon name="wallet" size={16} />
                {known(`payment_${id}`, id)}
              </li>
            ))}
          </ul>
        ) : null}
        <p className={styles.small}>
          <b className={styles.age}>
            <bdi dir="ltr">{enforcedMinAge(config.registration.min_age)}+</bdi>
          </b>
          <span>
            {/* Not a matter of the brand's menu: help is one press away from every page (RG-23). */}
            <SiteLink className={styles.play} to="/information/responsiblegaming">
              {text('footer_play')}
            </SiteLink>{' '}
            <HelpLineLinks line={config.responsible.helpLine} className={styles.play} />
          </span>
        </p>
        {config.footer.licences.map((licence) => (
          <p key={licence.title} className={styles.small}>
            {known(licence.text, licence.text)}
          </p>
        ))}
      </div>
    </footer>
  )
}
