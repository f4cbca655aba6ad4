import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import type { acceptTermsCall } from '../../contract.ts'
import { userConfigQuery, type UserConfig } from '../user-config.ts'
import styles from './Office.module.css'

type AccountTexts = typeof import('../../../../../locales/ru/account.json')

/** Documents that have changed: read and accepted before the next bet (ACC-04). Everything else goes on without it. */
export function TermsCard({ changed }: { changed: UserConfig['newTerms'] }) {
  const text = useTexts<AccountTexts>('account')
  const client = useQueryClient()
  const accept = useMutation({
    mutationFn: () => call<typeof acceptTermsCall>('POST', '/web-api/office/account/terms', { auth: 'token', body: { accepted: changed } }),
    onSuccess: async () => {
      showToast({ kind: 'success', text: text('terms_accepted') })
      await client.invalidateQueries(userConfigQuery)
      // The card is gone, and its button with it: what stands in its place has the keyboard.
      document.getElementById('wallets')?.focus()
    },
    onError: () => client.invalidateQueries(userConfigQuery),
  })
  // It comes after the page: an address that leads to it found nothing to scroll to.
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#terms') document.getElementById('terms')?.scrollIntoView({ block: 'center' })
  }, [hash])
  const nameOf = (id: string) => (id === 'regRules' ? text('doc_rules') : id === 'regPolitics' ? text('doc_privacy') : id)
  return (
    <OfficeCard id="terms" title={text('terms_changed')} lead={text('terms_changed_lead')}>
      {accept.isError ? (
        <Notice kind="error" announce>
          {accept.error.message}
        </Notice>
      ) : null}
      <ul className={officeStyles.list}>
        {changed.map(({ id, version }) => (
          <li key={id} className={officeStyles.item}>
            <span className={officeStyles.itemText}>
              <SiteLink to={`/information/${id}`} className={styles.link}>
                {nameOf(id)}
              </SiteLink>
              <small>
                {text('terms_version')} <Num>{version}</Num>
              </small>
            </span>
          </li>
        ))}
      </ul>
      <div className={officeStyles.actions}>
        <Button kind="primary" loading={accept.isPending} onClick={() => accept.mutate()}>
          {text('terms_accept')}
        </Button>
      </div>
    </OfficeCard>
  )
}
