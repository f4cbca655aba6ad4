import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import type { grantsCall, revokeGrantCall } from '#modules/auth/contract/social.ts'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ModalHost.tsx'
import { Button } from '#ui/Button.tsx'
import { Num } from '#ui/Num.tsx'

type SecurityTexts = typeof import('../../../../locales/ru/security.json')

const grantsQuery = {
  queryKey: ['oauth-grants'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<typeof grantsCall>('GET', '/web-api/office/oauth/grants', { auth: 'token', signal }),
}

/** Programs of others that the player has let in; shown once there is one. */
export function GrantsCard() {
  const text = useTexts<SecurityTexts>('security')
  const { lng, country } = useSite()
  const client = useQueryClient()
  const { data } = useQuery(grantsQuery)
  const revoke = useMutation({
    mutationFn: (client_id: string) =>
      call<typeof revokeGrantCall>('POST', '/web-api/office/oauth/revoke', { auth: 'token', body: { client_id } }),
    onSuccess: () => client.invalidateQueries(grantsQuery),
    onError: (error) => showToast({ kind: 'error', text: error.message }),
  })
  if (!data || data.grants.length === 0) return null
  return (
    <OfficeCard id="grants" title={text('grants')} lead={text('grants_lead')}>
      <ul className={officeStyles.list}>
        {data.grants.map((grant) => (
          <li key={grant.client_id} className={officeStyles.item}>
            <span className={officeStyles.itemText}>
              <strong>
                <bdi>{grant.title}</bdi>
              </strong>
              <small>
                <Num>{formatDate(grant.date * 1000, 'P', { lng, country })}</Num>
              </small>
            </span>
            <Button
              size="small"
              kind="danger"
              loading={revoke.isPending && revoke.variables === grant.client_id}
              onClick={() => revoke.mutate(grant.client_id)}
            >
              {text('grants_revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </OfficeCard>
  )
}
