import { redirect, useLoaderData } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { Num } from '#ui/Num.tsx'
import type { Route } from './+types/document.screen.ts'
import { promotionsOf, PromotionRules } from './PromotionRules.tsx'
import styles from './Document.module.css'

const PARAGRAPHS = 12
/** The document that says how bets are made and paid. */
const RULES = 'regRules'

/** A document that registration asks to accept, in the version that is accepted (AU, RG). The texts come with it. */
export function loader(args: Route.LoaderArgs) {
  const { config, dictionary, lng, now } = guard(args)
  // Known addresses of the rules and of the policy lead to the document that is accepted.
  const moved = config.global.redirects[`/information/${args.params.document}`]
  if (moved) throw redirect(`/${lng}${moved}`, 301)
  const document = config.registration.terms.find(({ id }) => id === args.params.document)
  const texts = dictionary(['documents'])['documents'] ?? {}
  const title = document && texts[`${document.id}_title`]
  if (!document || !title) throw new Response(null, { status: 404 })
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, n) => `${document.id}_${n + 1}`)
    .filter((key) => texts[key])
    .map((key) => ({ heading: texts[`${key}_title`] ?? '', text: texts[key]!.replace('{{email}}', config.global.supportEmail) }))
  return {
    title,
    brand: config.customize.name,
    // The words before and after the version, which is a number of its own in every direction of writing.
    version: { id: document.version, words: (texts['version'] ?? '').split('{{version}}') },
    paragraphs,
    promotions: document.id === RULES ? promotionsOf(config.betting, lng, now) : null,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? [{ title: `${loaderData.title} · ${loaderData.brand}` }] : [])

export default function DocumentScreen() {
  const { title, version, paragraphs, promotions } = useLoaderData<typeof loader>()
  return (
    <article className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.version}>
        {version.words[0]}
        <Num>{version.id}</Num>
        {version.words[1]}
      </p>
      {paragraphs.map(({ heading, text }, n) => (
        <section key={heading}>
          <h2 className={styles.heading}>{`${n + 1}. ${heading}`}</h2>
          <p>{text}</p>
        </section>
      ))}
      {promotions ? <PromotionRules {...promotions} from={paragraphs.length + 1} /> : null}
    </article>
  )
}
