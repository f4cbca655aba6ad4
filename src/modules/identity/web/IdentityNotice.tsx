import { SiteLink } from '#platform/web/site-link.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useStatus } from './queries.ts'
import { useIdentityTexts } from './texts.ts'
import styles from './Identity.module.css'

/**
 * Says on the pages of money what identification means for them: closed until then, or, early and only once it is known
 * that nothing was sent yet, that papers will be needed and which (XT-49). Nothing for whoever is verified.
 */
export function IdentityNotice({ what }: { what: 'withdrawal' | 'deposit' | 'play' }) {
  const text = useIdentityTexts()
  const { data } = useStatus()
  if (!data || data.status === 'approved') return null
  const isClosed = data.required_for.includes(what)
  const isEarly = what === 'deposit' && data.required_for.includes('withdrawal')
  if (!isClosed && !isEarly) return null
  const papers = data.doc_types.map(({ title }) => title).join(', ')
  const said = data.status === 'pending' ? text('notice_pending') : isClosed ? text(`notice_${what}`) : text('notice_early', { papers })
  return (
    <Notice kind={isClosed ? 'warning' : 'info'}>
      {said}{' '}
      <SiteLink to="/office/identification" className={styles.link}>
        {text('notice_link')}
      </SiteLink>
    </Notice>
  )
}
