import { Num } from '#ui/Num.tsx'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { promotionsOf, PromotionRules } from './PromotionRules.tsx'
import styles from './Document.module.css'

const PARAGRAPHS = 12
/** The document that says how bets are made and paid. */
export const RULES = 'regRules'

export interface Paragraph {
  heading: string
  text: string
}
type Texts = Readonly<Record<string, string>>

/** The numbered texts of a document, with what they name of the brand. */
export function paragraphsOf(id: string, texts: Texts, named: Texts): Paragraph[] {
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => named[name] ?? whole)
  return Array.from({ length: PARAGRAPHS }, (_, n) => `${id}_${n + 1}`)
    .filter((key) => texts[key])
    .map((key) => ({ heading: texts[`${key}_title`] ?? '', text: filled(texts[key]!) }))
}

/** A document that registration asks to accept, in the version that is accepted; null where the brand has none of that name. */
export function acceptedDocument(id: string, { config, texts, lng, now }: { config: SiteConfig; texts: Texts; lng: string; now: number }) {
  const document = config.registration.terms.find((one) => one.id === id)
  const title = document && texts[`${id}_title`]
  if (!document || !title) return null
  return {
    title,
    // The words before and after the version, which is a number of its own in every direction of writing.
    version: { id: document.version, words: (texts['version'] ?? '').split('{{version}}') },
    paragraphs: paragraphsOf(id, texts, { email: config.global.supportEmail }),
    promotions: id === RULES ? promotionsOf(config.betting, lng, now) : null,
  }
}

type Accepted = NonNullable<ReturnType<typeof acceptedDocument>>

export function Document({
  title,
  version,
  paragraphs,
  promotions,
  children,
}: Omit<Accepted, 'version'> & { version: Accepted['version'] | null; children?: React.ReactNode }) {
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      {version ? (
        <p className={styles.version}>
          {version.words[0]}
          <Num>{version.id}</Num>
          {version.words[1]}
        </p>
      ) : null}
      {paragraphs.map(({ heading, text }, n) => (
        <section key={heading}>
          <h2 className={styles.heading}>{version ? `${n + 1}. ${heading}` : heading}</h2>
          <p>{text}</p>
        </section>
      ))}
      {promotions ? <PromotionRules {...promotions} from={paragraphs.length + 1} /> : null}
      {children}
    </article>
  )
}
