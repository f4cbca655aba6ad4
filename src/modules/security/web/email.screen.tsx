import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { userConfigQuery } from '#modules/account/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { confirmEmailCall } from '../contract/identity.ts'
import styles from './Security.module.css'
import type { Route } from './+types/email.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'security', 'email_confirm_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

/** Behind the link of the letter to a new address: opening it changes nothing, its one button does. */
export default function ConfirmEmail() {
  const text = useTexts<typeof import('../../../../locales/ru/security.json')>('security')
  const client = useQueryClient()
  const [hash, setHash] = useState<string | null>(null)
  useEffect(() => setHash(new URLSearchParams(location.hash.slice(1)).get('hash') ?? ''), [])
  const confirm = useMutation({
    mutationFn: () =>
      call<typeof confirmEmailCall>('POST', '/web-api/office/account/email/confirm', { auth: 'token', body: { hash: hash ?? '' } }),
    onSuccess: () => client.invalidateQueries(userConfigQuery),
  })
  return (
    <OfficeCard title={text('email_confirm_title')} lead={confirm.isSuccess ? undefined : text('email_confirm_lead')}>
      {confirm.isSuccess ? (
        <Notice kind="success" announce>
          {text('email_done')} <bdi>{confirm.data.email}</bdi>
        </Notice>
      ) : null}
      {confirm.isError ? (
        <Notice kind="error" announce>
          {confirm.error.message}
        </Notice>
      ) : null}
      {hash === '' ? <Notice kind="error">{text('problem_hash_wrong')}</Notice> : null}
      <div className={officeStyles.actions}>
        {confirm.isSuccess ? (
          <SiteLink to="/office/security" className={styles.link}>
            {text('to_security')}
          </SiteLink>
        ) : (
          <Button kind="primary" disabled={!hash} loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {text('email_confirm')}
          </Button>
        )}
      </div>
    </OfficeCard>
  )
}
