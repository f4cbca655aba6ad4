import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SocialProvider } from '#platform/shared/site-config.ts'
import { beginSocial, NoWallet, OfficeCard, officeStyles, SOCIAL_MARKS, SocialMark, useStepUp } from '#modules/auth/web/index.ts'
import type { linkedSocialCall, unlinkSocialCall } from '#modules/auth/contract/social.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

const OFFICE = '/web-api/office/social'
const socialQuery = {
  queryKey: ['social-linked'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof linkedSocialCall>('GET', `${OFFICE}/linked`, { auth: 'token', signal }),
}

/** Other services by which the player may sign in: linked after a fresh proof, taken off likewise. */
export function SocialCard() {
  const text = useTexts<SecurityTexts>('security')
  const { lng } = useSite()
  const client = useQueryClient()
  const { data } = useQuery(socialQuery)
  const stepUp = useStepUp()
  const [again, setAgain] = useState<(() => void) | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const refused = (retry: () => void) => (error: Error) => {
    if (stepUp.onRefused(error)) return setAgain(() => retry)
    setProblem(error instanceof NoWallet ? text('social_no_wallet') : isApiError(error) ? error.message : text('social_failed'))
  }
  const link = useMutation({
    mutationFn: (provider: SocialProvider) => beginSocial(provider, { lng, asked: null, purpose: 'link' }),
    onMutate: () => setProblem(null),
    onError: (error: Error, provider) => refused(() => link.mutate(provider))(error),
  })
  const unlink = useMutation({
    mutationFn: (provider: string) =>
      call<typeof unlinkSocialCall>('POST', `${OFFICE}/unlink`, { auth: 'token', body: { provider: provider as SocialProvider } }),
    onMutate: () => setProblem(null),
    onSuccess: () => client.invalidateQueries(socialQuery),
    onError: (error: Error, provider) => refused(() => unlink.mutate(provider))(error),
  })
  if (!data || (data.offered.length === 0 && data.linked.length === 0)) return null
  const open = (data.offered as SocialProvider[]).filter((provider) => !data.linked.some((one) => one.provider === provider))
  return (
    <OfficeCard id="social" title={text('social')} lead={text('social_lead')}>
      {problem ? (
        <Notice kind="error" announce>
          {problem}
        </Notice>
      ) : null}
      <ul className={officeStyles.list}>
        {data.linked.map(({ provider, name }) => (
          <li key={provider} className={officeStyles.item}>
            <span className={officeStyles.itemIcon}>
              <SocialMark provider={provider as SocialProvider} size={18} />
            </span>
            <span className={officeStyles.itemText}>
              <strong>{SOCIAL_MARKS[provider as SocialProvider].name}</strong>
              <small>
                <bdi>{name}</bdi>
              </small>
            </span>
            <Button size="small" loading={unlink.isPending && unlink.variables === provider} onClick={() => unlink.mutate(provider)}>
              {text('social_unlink')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={officeStyles.actions}>
        {open.map((provider) => (
          <Button
            key={provider}
            size="small"
            aria-label={text('social_link', { name: SOCIAL_MARKS[provider].name })}
            loading={link.isPending && link.variables === provider}
            onClick={() => link.mutate(provider)}
          >
            <SocialMark provider={provider} size={16} />
            {SOCIAL_MARKS[provider].name}
          </Button>
        ))}
      </div>
      {stepUp.modal(() => again?.())}
    </OfficeCard>
  )
}
