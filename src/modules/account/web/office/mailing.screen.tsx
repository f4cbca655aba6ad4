import { useLocation, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { guard } from '#modules/brand/web/index.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Mailing } from './Mailing.tsx'
import { PushChoices } from './PushChoices.tsx'
import styles from './Office.module.css'

export const meta: MetaFunction = ({ matches }) => pageTitle(matches, 'account', 'office_mailing')

export async function loader(args: LoaderFunctionArgs) {
  guard(args, { signedIn: true })
  return null
}

/** The pages "mailing" of the settings and "email subscription" of the office. */
export default function MailingPage() {
  const text = useTexts<typeof import('../../../../../locales/ru/account.json')>('account')
  // Below the settings the frame names the page.
  const named = useLocation().pathname.includes('/settings/')
  return (
    <>
      {named ? null : <h1 className={styles.title}>{text('office_mailing')}</h1>}
      <Mailing />
      <PushChoices />
    </>
  )
}
