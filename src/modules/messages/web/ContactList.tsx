import { useQuery } from '@tanstack/react-query'
import { useSite } from '#platform/web/features.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { ShownContact } from '../rules/contacts.ts'
import styles from './Messages.module.css'
import { contactsQuery } from './queries.ts'
import { useMessageTexts } from './texts.ts'

const ICONS: Readonly<Record<ShownContact['kind'], IconName>> = {
  email: 'mail',
  phone: 'phone',
  telegram: 'chat',
  whatsapp: 'chat',
  address: 'info',
  site: 'info',
}

/** Ways to reach the house at one place of the site; nothing where the brand has none. */
export function ContactList({ placement }: { placement: number }) {
  const text = useMessageTexts()
  const { lng } = useSite()
  const { data, isError, refetch } = useQuery(contactsQuery(lng, placement))
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} />
  if (data.contacts.length === 0) return null
  return (
    <ul className={styles.contacts}>
      {data.contacts.map(({ kind, title, value, link }) => (
        <li key={`${kind}:${value}`} className={styles.contact}>
          <span className={styles.icon}>
            <Icon name={ICONS[kind]} size={18} />
          </span>
          <span className={styles.name}>
            <small>{title || text(`contact_${kind}`)}</small>
            {link ? (
              <a className={styles.link} href={link}>
                <bdi dir={kind === 'address' ? 'auto' : 'ltr'}>{value}</bdi>
              </a>
            ) : (
              <strong>
                <bdi>{value}</bdi>
              </strong>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
