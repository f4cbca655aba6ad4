import { useSite } from '#platform/web/features.tsx'
import { useAddedTitle } from './added-title.ts'
import { useStatisticsTexts } from './texts.ts'
import styles from './Statistics.module.css'

/** Why a page cannot be shown: a wrong parameter, something that nobody has, or a fault. */
export interface FailureData {
  wrong?: { name: string; value: string }
  missing?: boolean
}

/** The texts of the page below. */
export const FAILURE_KEYS = [
  'wrong_title',
  'not_found_title',
  'failed',
  'problem_wrong_parameter',
  'empty_value',
  'not_found_text',
  'to_site',
] as const

/** The window's page for a wrong address (ST-11): it names the parameter and its value. */
export function Failure({ failure: { wrong, missing } }: { failure: FailureData }) {
  const text = useStatisticsTexts()
  const { lng } = useSite()
  const title = text(wrong ? 'wrong_title' : missing ? 'not_found_title' : 'failed')
  useAddedTitle(title)
  return (
    <main
      className={styles.failure}
      role={wrong ? 'alert' : undefined}
      data-error={wrong ? 'wrong-input-parameter' : missing ? 'missing' : 'failed'}
    >
      <h1>{title}</h1>
      <p>
        {wrong
          ? text('problem_wrong_parameter', { name: wrong.name, value: wrong.value || text('empty_value') })
          : missing
            ? text('not_found_text')
            : ''}
      </p>
      <a href={`/${lng}`} target="_blank" rel="noopener" className={styles.link}>
        {text('to_site')}
      </a>
    </main>
  )
}
