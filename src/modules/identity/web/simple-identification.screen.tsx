import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import styles from './Identity.module.css'

const PARTS = ['why', 'when', 'how', 'safe'] as const
const LEGAL_AGE = 18

interface Page {
  title: string
  brand: string
  papersTitle: string
  papers: string[]
  start: string
  parts: { heading: string; text: string }[]
}

/** What identification is about, for everybody; the texts come with the page. */
export function loader(args: LoaderFunctionArgs): Page {
  const { config, dictionary, lng } = guard(args)
  const texts: Record<string, string> = dictionary(['identity'])['identity'] ?? {}
  const { min_age: age } = config.registration
  const parts = PARTS.map((part) => ({
    heading: texts[`info_${part}`] ?? '',
    text: (texts[`info_${part}_text`] ?? '').replace('{{age}}', String(typeof age === 'number' ? Math.max(age, LEGAL_AGE) : LEGAL_AGE)),
  }))
  const papers = (config.identification?.docTypes ?? []).map(
    (type) => type.title[lng] ?? texts[`doc_${type.key}`] ?? type.title['en'] ?? String(type.doc_type),
  )
  return {
    title: texts['info_title'] ?? '',
    brand: config.customize.name,
    papersTitle: texts['accepted_papers'] ?? '',
    papers,
    start: texts['info_start'] ?? '',
    parts,
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData ? [{ title: `${loaderData.title} · ${loaderData.brand}` }] : []

export default function SimpleIdentification() {
  const { title, parts, papersTitle, papers, start } = useLoaderData<typeof loader>()
  return (
    <article className={styles.page}>
      <h1>{title}</h1>
      {parts.map(({ heading, text }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <p>{text}</p>
        </section>
      ))}
      {papers.length > 0 ? (
        <section>
          <h2>{papersTitle}</h2>
          <ul className={styles.papers}>
            {papers.map((paper) => (
              <li key={paper}>{paper}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <p>
        <SiteLink to="/office/identification" className={styles.link}>
          {start}
        </SiteLink>
      </p>
    </article>
  )
}
