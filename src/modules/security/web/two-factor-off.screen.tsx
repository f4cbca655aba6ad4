import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { disableCall } from '../contract.ts'
import styles from './Security.module.css'
import type { Route } from './+types/two-factor-off.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'security', 'off_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

/** Behind the link of the letter: opening it changes nothing, its one button does. */
export default function TwoFactorOff() {
  const text = useTexts<typeof import('../../../../locales/ru/security.json')>('security')
  const [hash, setHash] = useState<string | null>(null)
  useEffect(() => setHash(new URLSearchParams(location.hash.slice(1)).get('hash') ?? ''), [])
  const off = useMutation({
    mutationFn: () =>
      call<typeof disableCall>('POST', '/web-api/office/twofactorauthdisable', {
        auth: 'token',
        body: { hash: hash ?? '', password: '', app_code: '' },
      }),
  })
  return (
    <OfficeCard title={text('off_title')} lead={off.isSuccess ? undefined : text('off_lead')}>
      {off.isSuccess ? (
        <Notice kind="success" announce>
          {text('off_done')}
        </Notice>
      ) : null}
      {off.isError ? (
        <Notice kind="error" announce>
          {off.error.message}
        </Notice>
      ) : null}
      {hash === '' ? <Notice kind="error">{text('problem_hash_wrong')}</Notice> : null}
      <div className={officeStyles.actions}>
        {off.isSuccess ? (
          <SiteLink to="/office/security" className={styles.link}>
            {text('to_security')}
          </SiteLink>
        ) : (
          <Button kind="danger" disabled={!hash} loading={off.isPending} onClick={() => off.mutate()}>
            {text('turn_off')}
          </Button>
        )}
      </div>
    </OfficeCard>
  )
}
