import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { PLACEMENTS } from '../rules/contacts.ts'
import { ContactList } from './ContactList.tsx'
import { useMessageTexts } from './texts.ts'
import styles from './Messages.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'messages', 'contacts_title')

export async function loader(args: LoaderFunctionArgs) {
  guard(args)
  return null
}

/** Where the house can be reached (MS-05). */
export default function Contacts() {
  const text = useMessageTexts()
  return (
    <div className={`${styles.page} ${styles.contactsPage}`}>
      <h1 className={styles.title}>{text('contacts_title')}</h1>
      <OfficeCard title={text('contacts_lead')}>
        <ContactList placement={PLACEMENTS.contacts} />
        <SiteLink to="/support" className={styles.link}>
          {text('contacts_support')}
        </SiteLink>
      </OfficeCard>
    </div>
  )
}
